/**
 * Creates the first formatters of Intl in a worker. With the first one a browser reads the data of all its languages, once
 * for page and workers together: 35 ms of processor time, in which the page would not respond.
 */
export function prepareIntl(): void {
  if (typeof Worker === 'undefined') return
  void new Worker(new URL('./intl-worker.ts', import.meta.url), { type: 'module' })
}
