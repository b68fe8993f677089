import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import {
  bracketMatching,
  defaultHighlightStyle,
  HighlightStyle,
  indentOnInput,
  type LanguageSupport,
  syntaxHighlighting,
} from '@codemirror/language'
import { type Diagnostic, linter, lintGutter, lintKeymap } from '@codemirror/lint'
import { Compartment, EditorState, type Extension, Transaction } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useEffect, useRef } from 'react'
import { loadTexts, useTexts } from '../../lib/texts.ts'
import { styleNonce } from '../theme-root.tsx'
import css from './code-editor.module.css'

export type { Diagnostic } from '@codemirror/lint'

/**
 * Code editor in our colours. Load it lazily: `lazy(() => import('…/ui/code/code-editor.tsx'))`. Tab leaves
 * it; Ctrl+Space offers completions. `language` and `check` are read once.
 */
export function CodeEditor({
  label,
  describedBy,
  value,
  onChange,
  language,
  check,
}: {
  label: string
  describedBy?: string
  value: string
  onChange: (text: string) => void
  language: LanguageSupport
  /** Returns errors in the text with their positions. */
  check?: (state: EditorState) => readonly Diagnostic[]
}) {
  const t = useTexts('editor')
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const latestOnChange = useRef(onChange)
  const given = useRef({ label, describedBy, value, language, check })
  useEffect(() => {
    latestOnChange.current = onChange
  }, [onChange])
  useEffect(() => {
    const { current: first } = given
    const editor = new EditorView({
      ...(place.current ? { parent: place.current } : {}),
      state: EditorState.create({
        doc: first.value,
        extensions: [...common, first.language, ...own(first, (text) => latestOnChange.current(text))],
      }),
    })
    view.current = editor
    return () => editor.destroy()
  }, [])
  useEffect(() => {
    let isCurrent = true
    const name = () => {
      const words = EditorState.phrases.of({
        Completions: t('completions'),
        Diagnostics: t('problems'),
        'No diagnostics': t('noProblems'),
        close: t('close'),
        'Selection deleted': t('deleted'),
      })
      if (isCurrent) view.current?.dispatch({ effects: phrases.reconfigure(words) })
    }
    // until they are loaded, or if they cannot be fetched, the texts are in English
    void loadTexts('editor').then(name, () => {})
    return () => {
      isCurrent = false
    }
  }, [t])
  useEffect(() => {
    const editor = view.current
    if (editor && editor.state.doc.toString() !== value)
      editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
  }, [value])
  // Code reads from left to right in every language.
  return <div ref={place} className={css.editor} dir="ltr" />
}

const own = (
  {
    label,
    describedBy,
    check,
  }: {
    label: string
    describedBy?: string
    check?: (state: EditorState) => readonly Diagnostic[]
  },
  onChange: (text: string) => void,
): Extension[] => [
  EditorView.contentAttributes.of({
    'aria-label': label,
    ...(describedBy ? { 'aria-describedby': describedBy } : {}),
  }),
  EditorView.cspNonce.of(styleNonce()),
  EditorView.updateListener.of((update) => {
    if (!update.docChanged) return
    onChange(update.state.doc.toString())
    // Reports changes as a field does: keys and completions change the text without an event of the browser.
    if (update.transactions.some((change) => change.annotation(Transaction.userEvent) !== undefined))
      update.view.dom.dispatchEvent(new Event('input', { bubbles: true }))
  }),
  check ? [linter((view) => check(view.state), { delay: 300 }), lintGutter()] : [],
]

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: 'var(--st-reserved-text)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--st-available-text)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--st-suspended-text)' },
  { tag: [tags.comment], color: 'var(--text-3)', fontStyle: 'italic' },
  { tag: [tags.function(tags.variableName), tags.propertyName], color: 'var(--st-charging-text)' },
  { tag: [tags.invalid], color: 'var(--st-faulted-text)' },
])

/**
 * Replaces a selection by typed text instead of the browser: Chromium would keep the colour of the replaced
 * text in a `style` attribute, which the content security policy forbids and reports.
 */
const replaceSelection = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { from, to, empty } = view.state.selection.main
    const isTyped = event.inputType === 'insertText' && event.data !== null
    if (empty || !isTyped || !event.cancelable || view.composing || view.state.readOnly) return false
    const text = event.data
    const insert = () =>
      view.state.update(view.state.replaceSelection(text), { userEvent: 'input.type', scrollIntoView: true })
    const handlers = view.state.facet(EditorView.inputHandler)
    if (!handlers.some((handle) => handle(view, from, to, text, insert))) view.dispatch(insert())
    event.preventDefault()
    return true
  },
})

/** Texts of the editor in the user's language. */
const phrases = new Compartment()

const common: Extension[] = [
  phrases.of([]),
  replaceSelection,
  lineNumbers(),
  history(),
  drawSelection(),
  EditorState.tabSize.of(2),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  autocompletion(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  EditorView.lineWrapping,
  syntaxHighlighting(colours),
  syntaxHighlighting(defaultHighlightStyle, { fallback: true }),
  keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap]),
]
