import { useState } from 'react'
import { writeStored, readStored } from '../../lib/stored.ts'

/**
 * The columns of a list: those in the address, else those last chosen for this list on this device, else the
 * default (null). A choice is stored in both.
 *
 *   const [columns, chooseColumns] = useColumns('stations', at.cols, (cols) => go({ cols }))
 */
export function useColumns(
  list: string,
  named: readonly string[] | null,
  onChoose: (cols: string[] | null) => void,
): [readonly string[] | null, (cols: string[] | null) => void] {
  const [stored, setStored] = useState(() => readStored(`table.${list}`)?.split(',') ?? null)
  const choose = (cols: string[] | null): void => {
    writeStored(`table.${list}`, cols && cols.join(','))
    setStored(cols)
    onChoose(cols)
  }
  return [named ?? stored, choose]
}
