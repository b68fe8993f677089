import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import axe from 'axe-core'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect } from 'vitest'
import { loadTexts, type Namespace, startTexts } from '../src/lib/texts.ts'
import { ThemeRoot } from '../src/ui/theme-root.tsx'

/**
 * Renders a part of the UI as the console would, with theme, texts, cache and a router at `at`, and runs axe
 * on it. What needs layout (contrast, target size) is left to the browser tests.
 */
export async function show(
  part: ReactNode,
  { at = '/', texts = [] }: { at?: string; texts?: Namespace[] } = {},
) {
  await ready(...texts)
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const shown = render(<Around part={part} at={at} client={client} />)
  await expectAccessible(shown.container)
  return { ...shown, client }
}

function Around({ part, at, client }: { part: ReactNode; at: string; client: QueryClient }) {
  const router = useMemo(
    () => createMemoryRouter([{ path: '*', element: <>{part}</> }], { initialEntries: [at] }),
    [part, at],
  )
  return (
    <ThemeRoot env="test">
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </ThemeRoot>
  )
}

let started: Promise<void> | null = null

/** Loads English texts, once per test file. */
export async function ready(...namespaces: Namespace[]): Promise<void> {
  started ??= startTexts()
  await started
  await loadTexts(...namespaces)
}

export async function expectAccessible(part: Element): Promise<void> {
  const { violations } = await axe.run(part, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    rules: { 'color-contrast': { enabled: false }, 'target-size': { enabled: false } },
    // Passed rules are not reported: that would be most of the work.
    resultTypes: ['violations'],
  })
  const summary = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
  expect(summary).toEqual([])
}
