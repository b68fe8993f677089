import { useState } from 'react'
import { keepStored, readStored } from '../../lib/stored.ts'

/**
 * The columns of a list: those in the address, else those last chosen for this list on this device, else the
 * default (null). A choice is stored in both.
 *
 *   const [columns, chooseColumns] = useColumns('stations', at.cols, (cols) => go({ cols }))
 */
export function useColumns(
  list: string,
  named: readonly string[] | null,
  tell: (cols: string[] | null) => void,
): [readonly string[] | null, (cols: string[] | null) => void] {
  const [kept, setKept] = useState(() => readStored(`table.${list}`)?.split(',') ?? null)
  const choose = (cols: string[] | null): void => {
    keepStored(`table.${list}`, cols && cols.join(','))
    setKept(cols)
    tell(cols)
  }
  return [named ?? kept, choose]
}
