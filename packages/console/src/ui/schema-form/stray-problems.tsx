import { useTexts } from '../../lib/texts.ts'
import { Button } from '../buttons.tsx'
import { Notice } from '../feedback/notice.tsx'
import { placeWords } from './problems.ts'
import css from './schema-form.module.css'
import type { SchemaFormState } from './use-schema-form.ts'
import type { FieldWords } from './words.ts'

/** Problems that no field shows: members that the message does not know. Beside raw JSON it is all of them. */
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
  // While the text does not parse, what was found in the last sound value says nothing.
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
