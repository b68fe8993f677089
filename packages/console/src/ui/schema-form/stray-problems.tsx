import { useTexts } from '../../lib/texts.ts'
import { Button } from '../buttons.tsx'
import { Notice } from '../feedback/notice.tsx'
import { placeWords } from './problems.ts'
import css from './schema-form.module.css'
import type { SchemaFormState } from './use-schema-form.ts'
import type { FieldWords } from './words.ts'

/**
 * Shows problems without a field: members that the message does not define. With `all`, as in the raw JSON
 * tab, it shows every problem.
 */
export function StrayProblems({
  form,
  words,
  all,
}: {
  form: SchemaFormState
  words: FieldWords
  all: boolean
}) {
  const t = useTexts('commands')
  // While the text does not parse, the problems of the last valid value are outdated.
  if (form.raw !== null) return null
  const problems = all && form.refused > 0 ? form.problems : (form.shown.get('') ?? [])
  if (problems.length === 0) return null
  return (
    <Notice tone="bad" alert>
      <ul className={css.strays}>
        {problems.map((problem) => (
          <li key={`${problem.path} ${problem.keyword}`}>
            {problem.path !== '' && <code dir="ltr">{placeWords(problem.path)}:</code>}{' '}
            {words.problem(problem)}
            {problem.keyword === 'additionalProperties' && !all && (
              <Button small kind="quiet" onClick={() => form.edit(problem.path, undefined)}>
                {t('remove')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
