import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import './scripts/older-node.mjs'

/**
 * Those whose files take longest run first. A worker serves one project: it ends when the next file is of another
 * one, whose worker loads its modules again. So the files of a project follow each other.
 */
const projectOrder = ['browser', 'wire', 'unit', 'console']

/** Files that take ten seconds and more, mostly waiting: the first of their project. */
const long =
  /\/(access-matrix|app|asleep|automatic-local-lists|audit-trail|backup|billing-(crash|faults)|boundaries|bulk-runs|connection-attempts-recorded|crash|create-scripts|driver-stations|failing-calls|flood|gallery|job-runner|largest-messages|liveness|log-compaction|mail|openid|pdf-a|read-replica|render-pdf|rights-shown|roles|schema-form|security-(lists|secrets|slow-callers)|sign-(in|up)|silent-partitions|start|start-embedded-database|stop|stopped-jobs|storage-outage|suspended-server|text-fields|two-servers|unsaved-input)\.test\.tsx?$/
const rank = ({ project, moduleId }: TestSpecification) =>
  2 * projectOrder.indexOf(project.name) + Number(!long.test(moduleId))

/**
 * Under `npm test` a test that waits for processes and sockets is retried once; the end of the run names each
 * retried test.
 */
const secondTry = process.env.CI ? 1 : 0

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => rank(one) - rank(other))
  }
}

/** Many tests wait for a database, a socket or a clock. */
const workers = availableParallelism() + 2

/** Measures the processor time of each file; `npm test` reports those over their budget. */
const fileCost = fileURLToPath(new URL('scripts/file-cost.mjs', import.meta.url))

/** Timeout of polling: the default of vitest, one second, is short on a busy machine. */
const polling = { poll: { timeout: 60_000 } }

export default defineConfig({
  test: {
    // One PostgreSQL for all projects of a run, started when the first test requests a database.
    globalSetup: ['packages/server/test/cluster.ts'],
    maxWorkers: workers,
    teardownTimeout: 30_000,
    sequence: { sequencer: LongestFirst },
    // Without isolation the files of a worker share their imports: the server is loaded once, not 140 times.
    projects: [
      {
        test: {
          name: 'unit',
          expect: polling,
          setupFiles: [fileCost],
          include: [
            'packages/{ocpp,contract,server,simulator}/{src,test}/**/*.test.ts',
            'packages/console/vite/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          exclude: ['packages/server/test/**', '**/node_modules/**', '**/dist/**'],
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        // The console's sources are compiled as for the browser.
        extends: './packages/console/vite.config.ts',
        root: 'packages/console',
        test: {
          name: 'console',
          expect: polling,
          maxWorkers: workers,
          include: ['{src,gallery}/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          // Rendered pages are soon discarded: with more room for new objects they are collected less often.
          execArgv: ['--max-semi-space-size=64'],
          // A link that is not handled (a download) would change the address of the files that follow.
          environmentOptions: { happyDOM: { settings: { navigation: { disableFallbackToSetURL: true } } } },
          // Removes what a file leaves behind in the document and in modules that keep state.
          setupFiles: [fileCost, fileURLToPath(new URL('packages/console/test/setup.ts', import.meta.url))],
          isolate: false,
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'wire',
          expect: polling,
          setupFiles: [fileCost],
          include: ['packages/server/test/**/*.test.ts'],
          isolate: false,
          retry: secondTry,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'browser',
          expect: polling,
          setupFiles: [fileCost],
          include: ['packages/console/test/**/*.e2e.test.ts'],
          // Each file has its own server, database and browser; the files of a worker share their imports.
          isolate: false,
          maxWorkers: workers,
          retry: secondTry,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
