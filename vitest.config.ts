import { defineConfig } from 'vitest/config'
import './scripts/older-node.mjs'

const database = { globalSetup: ['packages/server/test/cluster.ts'] }

export default defineConfig({
  test: {
    reporters: ['default'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          ...database,
          include: [
            'packages/{ocpp,contract,server,simulator}/{src,test}/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          exclude: ['packages/server/test/**', '**/node_modules/**', '**/dist/**'],
          testTimeout: 10_000,
          hookTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'console',
          include: ['packages/console/{src,mock}/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          testTimeout: 10_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'wire',
          ...database,
          include: ['packages/server/test/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          ...database,
          include: ['packages/console/test/**/*.e2e.test.ts'],
          fileParallelism: false,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
