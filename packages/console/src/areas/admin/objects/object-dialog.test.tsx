import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { show } from '../../../../test/render.tsx'
import { applyPageConfig } from '../../../lib/page-config.ts'
import { customLabels, nameKey } from '../../../lib/texts.ts'
import { pendingQuestion } from '../../../ui/feedback/confirm.tsx'
import type { ClassRow } from '../workflow/class-model.ts'
import { ObjectDialog } from './object-dialog.tsx'

const classes = [
  { code: 'spot', name: 'Spot' },
  { code: 'tool', name: 'Tool' },
] as ClassRow[]
let requestedPaths: string[]

beforeEach(() => {
  applyPageConfig({ authorize: false, debug: false })
  requestedPaths = []
  vi.stubGlobal('fetch', (address: string, request: { body: string }) => {
    const path = address.replace(/^.*\/api\/v1/, '')
    requestedPaths.push(path)
    const { class: of } = JSON.parse(request.body) as { class?: string }
    return Promise.resolve(Response.json(of === 'tool' ? [{ code: 'drill', name: 'Drill' }] : []))
  })
})
afterEach(() => vi.unstubAllGlobals())

it('explains what to do if a class has no types, and does not send an object without one', async () => {
  await show(<ObjectDialog id={null} classes={classes} classCode="spot" onClose={() => undefined} />, {
    texts: ['workflow', 'workflow-words', 'admin'],
  })
  await screen.findByText(/has no types yet/)
  const link = screen.getByRole('link', { name: 'Add type' })
  expect(link.getAttribute('href')).toBe('/admin/workflow/spot/types')
  const add = screen.getByRole<HTMLButtonElement>('button', { name: 'Add' })
  expect(add.disabled).toBe(true)
  fireEvent.click(screen.getByRole('combobox', { name: 'Class' }))
  fireEvent.click(await screen.findByRole('option', { name: 'Tool' }))
  await waitFor(() => expect(add.disabled).toBe(false))
  expect(screen.queryByText(/has no types yet/)).toBeNull()
  expect(requestedPaths).not.toContain('/object/set')
})

// Proves O4
it('shows the methods of the object with their labels, and asks before it deletes', async () => {
  customLabels.set(new Map([[nameKey('method', 'tool', 'lend'), 'Lend out']]))
  const methods = { lend: null, disable: 'method.forbidden', delete: null }
  const object = { id: '01990000-0000-7000-8000-000000000001', classcode: 'tool', typecode: 'drill', methods }
  const more = {
    label: 'Drill',
    statecode: 'enabled',
    statelabel: 'Enabled',
    statetypecode: 'enabled',
    tags: [],
  }
  const answers: Record<string, object> = { '/object/get': { ...object, ...more }, '/method/run': {} }
  const sent: unknown[] = []
  vi.stubGlobal('fetch', (address: string, request: { body: string }) => {
    const path = address.replace(/^.*\/api\/v1/, '')
    if (path === '/method/run') sent.push(JSON.parse(request.body))
    return Promise.resolve(Response.json(answers[path] ?? []))
  })
  await show(<ObjectDialog id={object.id} classes={classes} classCode="tool" onClose={() => undefined} />, {
    texts: ['workflow', 'workflow-words', 'admin', 'errors'],
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Lend out' }))
  await waitFor(() => expect(sent).toEqual([{ id: object.id, code: 'lend' }]))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Disable' }).disabled).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
  expect(pendingQuestion.get()?.title).toBe('Delete the object?')
  pendingQuestion.get()?.answer(true)
  await waitFor(() =>
    expect(sent).toEqual([
      { id: object.id, code: 'lend' },
      { id: object.id, code: 'delete' },
    ]),
  )
})

it('does not send an object before the types of its class are known', async () => {
  const waiting: ((response: Response) => void)[] = []
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => void waiting.push(resolve)))
  await show(<ObjectDialog id={null} classes={classes} classCode="tool" onClose={() => undefined} />, {
    texts: ['workflow', 'workflow-words', 'admin'],
  })
  const add = screen.getByRole<HTMLButtonElement>('button', { name: 'Add' })
  expect(add.disabled).toBe(true)
  for (const answer of waiting) answer(Response.json([{ code: 'drill', name: 'Drill' }]))
  await waitFor(() => expect(add.disabled).toBe(false))
})
