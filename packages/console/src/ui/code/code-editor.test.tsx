import { javascript } from '@codemirror/lang-javascript'
import { EditorView } from '@codemirror/view'
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { show } from '../../../test/render.tsx'
import { changeLanguage } from '../../lib/texts.ts'
import { CodeEditor } from './code-editor.tsx'

afterEach(() => changeLanguage('en'))

it('has its texts in the language of the page', async () => {
  const { container } = await show(
    <CodeEditor label="Script" value="log(1)" onChange={() => {}} language={javascript()} />,
  )
  const { state } = await vi.waitUntil(() => EditorView.findFromDOM(container))
  expect(state.phrase('close')).toMatch(/^close$/i)
  await act(() => changeLanguage('de'))
  await vi.waitFor(() =>
    expect(EditorView.findFromDOM(container)?.state.phrase('Completions')).toBe('Vorschläge'),
  )
})
