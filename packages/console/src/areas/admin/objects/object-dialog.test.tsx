import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { show } from '../../../../test/render.tsx'
import { applyPageConfig } from '../../../lib/page-config.ts'
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
