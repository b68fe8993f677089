import type { ScriptWord } from '../../../features/workflow/script-editor.tsx'
import { useTexts } from '../../../lib/texts.ts'
import css from './script-help.module.css'

/** Objects and functions that a script can use, as they are spelled in code. */
const inputs: Partial<Record<ScriptWord, string>> = {
  object: 'object',
  event: 'event.action, event.from, event.to',
  params: 'params',
  now: 'now',
}
const calls: Partial<Record<ScriptWord, string>> = {
  setLabel: 'setLabel(text)',
  setTags: 'setTags([text, …])',
  runMethod: 'runMethod(code, params?)',
  notice: 'notice(to, text)',
  post: 'post(url, value)',
  log: 'log(value, …)',
}
const example = `if (event.to === 'disabled')
  notice('operators', object.label + ' was disabled')`

/** The collapsible reference of scripts below their editor: input, effects and limits. */
export function ScriptHelp() {
  const t = useTexts('workflow')
  return (
    <details className={css.help}>
      <summary>{t('script.help')}</summary>
      <Words title={t('script.variables')} words={inputs} />
      <Words title={t('script.functions')} words={calls} />
      <p>{t('script.limits')}</p>
      <p>{t('script.failures')}</p>
      <h4>{t('script.example')}</h4>
      <pre>{example}</pre>
    </details>
  )
}

function Words({ title, words }: { title: string; words: Partial<Record<ScriptWord, string>> }) {
  const t = useTexts('workflow')
  return (
    <>
      <h4>{title}</h4>
      <dl>
        {Object.entries(words).map(([word, written]) => (
          <div key={word}>
            <dt>
              <code>{written}</code>
            </dt>
            <dd>{t(`script.words.${word as ScriptWord}`)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
