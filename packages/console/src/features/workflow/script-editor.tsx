import { type Completion, type CompletionContext, snippetCompletion } from '@codemirror/autocomplete'
import { javascript, javascriptLanguage } from '@codemirror/lang-javascript'
import { LanguageSupport, syntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'
import { useMemo } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { CodeEditor, type Diagnostic } from '../../ui/code/code-editor.tsx'

/** Variables and functions available to a script; their names are not translated. */
const given = ['object', 'params', 'event', 'now'] as const
const ofObject = ['id', 'class', 'type', 'state', 'label', 'tags', 'owner', 'account', 'fields'] as const
const ofEvent = ['action', 'from', 'to'] as const
const calls = {
  setLabel: "setLabel('${label}')",
  setTags: "setTags([${object.tags}, '${tag}'])",
  runMethod: "runMethod('${code}')",
  notice: "notice('${owner}', '${text}')",
  post: "post('${https://}', { id: object.id })",
  log: 'log(${object.label})',
} as const
export type ScriptWord = (typeof given)[number] | keyof typeof calls

/** Editor of an event's script: completes the available names and marks syntax errors. */
export function ScriptEditor({
  label,
  describedBy,
  value,
  onChange,
}: {
  label: string
  describedBy?: string
  value: string
  onChange: (text: string) => void
}) {
  const t = useTexts('workflow')
  const language = useMemo(() => {
    const about = (word: ScriptWord) => t(`script.words.${word}`)
    return new LanguageSupport(javascriptLanguage, [
      javascript().support,
      javascriptLanguage.data.of({ autocomplete: (context: CompletionContext) => complete(context, about) }),
    ])
  }, [t])
  return (
    <CodeEditor
      label={label}
      describedBy={describedBy}
      value={value}
      onChange={onChange}
      language={language}
      check={(state) => unreadable(state, (line) => t('script.unreadable', { line }))}
    />
  )
}

const member = (name: string): Completion => ({ label: name, type: 'property' })

function complete(context: CompletionContext, about: (word: ScriptWord) => string) {
  const dotted = context.matchBefore(/\b(object|event)\.\w*/)
  if (dotted) {
    const [owner = ''] = dotted.text.split('.')
    const members = owner === 'object' ? ofObject : ofEvent
    return { from: dotted.from + owner.length + 1, options: members.map(member), validFor: /^\w*$/ }
  }
  const word = context.matchBefore(/\w+/)
  if (!word && !context.explicit) return null
  const names: Completion[] = given.map((name) => ({ label: name, type: 'variable', info: about(name) }))
  const functions = Object.entries(calls).map(([name, template]) =>
    snippetCompletion(template, { label: name, type: 'function', info: about(name as keyof typeof calls) }),
  )
  return { from: word?.from ?? context.pos, options: [...names, ...functions], validFor: /^\w*$/ }
}

/** Returns the first syntax error with its message. */
export function unreadable(state: EditorState, words: (line: number) => string): Diagnostic[] {
  let found: Diagnostic | null = null
  syntaxTree(state).iterate({
    enter: ({ type, from, to }) => {
      if (found || !type.isError) return
      const line = state.doc.lineAt(from)
      const start = Math.min(from, Math.max(line.from, line.to - 1))
      found = { from: start, to: Math.max(to, start + 1), severity: 'error', message: words(line.number) }
    },
  })
  return found ? [found] : []
}
