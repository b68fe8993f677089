import type { CompletionContext } from '@codemirror/autocomplete'
import { jsonLanguage } from '@codemirror/lang-json'
import { LanguageSupport } from '@codemirror/language'
import { useState } from 'react'
import { CodeEditor } from '../../../ui/code/code-editor.tsx'
import { faultsOf } from './body-faults.ts'
import { useFaultWords } from './fault-words.ts'
import { completeJson } from './json-completion.ts'
import type { Schema } from './schema.ts'

/** Edits the body of a request as JSON: suggests names and values, marks faults. */
export function JsonEditor({
  label,
  describedBy,
  value,
  onChange,
  schema,
}: {
  label: string
  describedBy?: string
  value: string
  onChange: (text: string) => void
  schema: Schema
}) {
  const faultText = useFaultWords()
  const [language] = useState(() => {
    const autocomplete = (context: CompletionContext) => completeJson(schema, context)
    return new LanguageSupport(jsonLanguage, jsonLanguage.data.of({ autocomplete }))
  })
  return (
    <CodeEditor
      label={label}
      describedBy={describedBy}
      value={value}
      onChange={onChange}
      language={language}
      check={(state) =>
        faultsOf(schema, state.doc.toString()).map((placed) => ({
          from: placed.from,
          to: placed.to,
          severity: 'error',
          message: faultText(placed),
        }))
      }
    />
  )
}
