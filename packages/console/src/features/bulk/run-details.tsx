import type { AnswerOf, bulkRunGet } from '@stationmaster/contract'
import { useTexts } from '../../lib/texts.ts'
import { Ago } from '../../ui/time/moment.tsx'

export type Run = AnswerOf<typeof bulkRunGet>

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const signed = (sign: string, tags: unknown): string[] =>
  Array.isArray(tags) ? tags.map((tag) => sign + textOf(tag)) : []

/** Returns functions that name the action of a run, and its results in numbers. */
export function useRunWords() {
  const t = useTexts('maintenance')
  return {
    title: ({ classcode, action }: Run): string =>
      t(`bulk.${classcode}.${action}` as 'bulk.charge_point.reset'),
    summary: ({ total, open, accepted, failed }: Run): string =>
      t('bulk.summary', { done: total - open, total, accepted, failed }),
  }
}

/** Parameters of a run, the user who started it, and when. */
export function RunDetails({ run: { params, username, created } }: { run: Run }) {
  const t = useTexts('maintenance')
  const type = textOf(params.type)
  const chosen = [
    ...(type === '' ? [] : [t(`bulk.types.${type}` as 'bulk.types.Soft')]),
    ...(params.key === undefined ? [] : [`${textOf(params.key)} = ${textOf(params.value)}`]),
    ...(params.reason === undefined ? [] : [textOf(params.reason)]),
    ...signed('+', params.add),
    ...signed('−', params.remove),
  ].join(', ')
  return (
    <>
      {chosen !== '' && (
        <>
          <bdi>{chosen}</bdi>
          {' · '}
        </>
      )}
      <bdi>{username}</bdi>
      {' · '}
      <Ago at={created} />
    </>
  )
}
