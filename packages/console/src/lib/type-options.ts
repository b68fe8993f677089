import { useCustomLabels } from './texts.ts'
import type {
  cardType,
  clientType,
  connectorType,
  siteType,
  stationType,
  tariffType,
} from '@stationmaster/contract'
import { useEndpoint } from './query.ts'

type TypesOf =
  | typeof siteType
  | typeof cardType
  | typeof clientType
  | typeof connectorType
  | typeof stationType
  | typeof tariffType

/**
 * Returns the types of a class as options of a field: built-in ones translated, those of administrators by
 * their labels.
 */
export function useTypeOptions<Ours extends string>(
  row: TypesOf,
  classCode: string,
  ours: Readonly<Record<Ours, string>>,
): { value: string; label: string }[] {
  const given = useCustomLabels('type')
  const types = useEndpoint(row, {})
  const words = new Map(Object.entries<string>(ours))
  const known = types.data ?? [...words.keys()].map((code) => ({ code, name: code }))
  return known.map(({ code, name }) => ({
    value: code,
    label: given(classCode, code) ?? words.get(code) ?? name,
  }))
}
