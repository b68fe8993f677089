import { useCustomLabels } from './texts.ts'
import type { cardType, connectorType, stationType } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { ask } from './query.ts'

type TypesOf = typeof cardType | typeof connectorType | typeof stationType

/** The types of a class as a field offers them: ours in the language of the page, those of administrators as they call them. */
export function useTypeOptions<Ours extends string>(
  row: TypesOf,
  classCode: string,
  ours: Readonly<Record<Ours, string>>,
): { value: string; label: string }[] {
  const given = useCustomLabels('type')
  const types = useQuery(ask(row, {}))
  const words = new Map(Object.entries<string>(ours))
  const known = types.data ?? [...words.keys()].map((code) => ({ code, name: code }))
  return known.map(({ code, name }) => ({
    value: code,
    label: given(classCode, code) ?? words.get(code) ?? name,
  }))
}
