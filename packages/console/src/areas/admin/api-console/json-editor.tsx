import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { jsonLanguage } from '@codemirror/lang-json'
import { LanguageSupport } from '@codemirror/language'
import { useState } from 'react'
import { CodeEditor } from '../../../ui/code/code-editor.tsx'
import { faultsOf } from './body-faults.ts'
import { useFaultWords } from './fault-words.ts'
import { contextAt } from './cursor-context.ts'
import { keysAt, type Schema, type Suggestion, valuesAt } from './schema.ts'

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
    const autocomplete = (context: CompletionContext) => complete(schema, context)
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

function complete(schema: Schema, { state, pos, explicit }: CompletionContext): CompletionResult | null {
  const text = state.doc.toString()
  const context = contextAt(text, pos)
  if (!context || (!explicit && context.from === pos)) return null
  const isKey = context.expects === 'key'
  const found = isKey ? keysAt(schema, context.path, context.present) : valuesAt(schema, context.path)
  // The rest of the word behind the cursor is replaced, too; the editor has already closed its quote.
  const rest = /^[\w.+-]*"?/.exec(text.slice(pos))![0].length
  const hasColon = /^\s*:/.test(text.slice(pos + rest))
  return {
    from: context.from,
    to: pos + rest,
    options: found.map((one) => option(one, isKey, hasColon)),
    validFor: /^"?[\w.+-]*$/,
  }
}

const option = ({ text, detail, info, isRequired }: Suggestion, isKey: boolean, hasColon: boolean) => ({
  label: isKey ? JSON.stringify(text) : text,
  displayLabel: text,
  apply: isKey ? `${JSON.stringify(text)}${hasColon ? '' : ': '}` : text,
  detail: isRequired ? `${detail} *` : detail,
  info,
  type: isKey ? 'property' : 'constant',
  boost: isRequired ? 1 : 0,
})
