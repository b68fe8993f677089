import { type AnswerOf, cardList } from '@stationmaster/contract'
import { useDebouncedValue } from '@mantine/hooks'
import { textSearch } from '../../lib/list.ts'
import { useEndpoint } from '../../lib/query.ts'
import { useTermWord } from '../../lib/term-words.ts'
import { useTexts } from '../../lib/texts.ts'
import { Identity } from '../../ui/data/copy.tsx'
import { SuggestField } from '../../ui/form/fields.tsx'
import css from './connector.module.css'

type Row = AnswerOf<typeof cardList>[number]

/** OCPP 1.6, 7.28: an idTag has at most 20 characters. */
export const longestTag = 20

/** Field for a card: suggests cards by code, name or label while typing, and accepts any other text. */
export function CardField({
  value,
  onChange,
  error,
}: {
  value: string
  onChange: (code: string) => void
  error?: string | null
}) {
  const t = useTexts('station')
  const word = useTermWord()
  const [text] = useDebouncedValue(value, 250)
  const found = useEndpoint(
    cardList,
    {
      search: textSearch(text, ['code', 'name', 'label']),
      reclimit: 20,
      orderby: ['name', 'code'],
    },
    { keepPrevious: true, hints: ['card.changed'] },
  )
  const cards = new Map(goodFirst(found.data ?? []).map((card) => [card.code, card]))
  // An idTag is case-insensitive (OCPP 1.6, 7.28).
  const typed = value.trim().toLowerCase()
  const chosen = [...cards.values()].find(({ code }) => code.toLowerCase() === typed)
  const doubt = chosen && chosen.verdict !== 'Accepted' ? chosen.verdict : null
  return (
    <SuggestField
      label={t('card.label')}
      description={
        doubt ? (
          <span data-tone="warn" className={css.doubt}>
            {t(`card.doubts.${doubt}`)}
          </span>
        ) : (
          t('card.hint')
        )
      }
      required
      maxLength={longestTag}
      spellCheck={false}
      autoComplete="off"
      data-autofocus
      // If the list opened with the initial focus of the dialog, it would cover the dialog's buttons.
      openOnFocus={false}
      value={value}
      onChange={onChange}
      error={error}
      data={[...cards.keys()]}
      // The server has filtered already.
      filter={({ options }) => options}
      renderOption={({ option }) => {
        const card = cards.get(option.value)
        return (
          <span className={css.card}>
            <Identity value={option.value} />
            <small className="ellipsis">
              {[
                card?.name ?? card?.label,
                card && card.verdict !== 'Accepted' && word('idTagStatus', card.verdict),
              ]
                .filter(Boolean)
                .join(' · ')}
            </small>
          </span>
        )
      }}
    />
  )
}

/** Sorts cards that may charge now first and keeps the order within both groups. */
const goodFirst = (rows: readonly Row[]): Row[] => [
  ...rows.filter(({ verdict }) => verdict === 'Accepted'),
  ...rows.filter(({ verdict }) => verdict !== 'Accepted'),
]

/** Returns a function that explains why a text cannot be a card, or returns null. */
export function useCardProblem(): (code: string) => string | null {
  const t = useTexts('station')
  return (code) => {
    if (code.trim() === '') return t('card.missing')
    return code.trim().length > longestTag ? t('card.long') : null
  }
}
