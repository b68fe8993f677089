import { defineConfig } from 'vitest/config'
import '../../../../scripts/older-node.mjs'

/** `npm run sweep`: too long for `npm test`. The demo has its own database. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.sweep.ts'],
    reporters: ['default'],
    expect: { poll: { timeout: 15_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
