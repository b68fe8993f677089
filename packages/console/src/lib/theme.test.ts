import { expect, it } from 'vitest'
import { themeFor } from './theme.ts'

it.each([
  // chosen, system dark, signed out, theme
  ['light', true, true, 'light'],
  ['semi-dark', true, true, 'semi-dark'],
  ['dark', false, false, 'dark'],
  ['system', true, false, 'dark'],
  ['system', false, true, 'light'],
  [null, true, true, 'dark'],
  [null, false, true, 'semi-dark'],
  [null, true, false, 'semi-dark'],
] as const)('%s, system dark %s, signed out %s: %s', (chosen, isSystemDark, isSignedOut, theme) =>
  expect(themeFor(chosen, isSystemDark, isSignedOut)).toBe(theme),
)
