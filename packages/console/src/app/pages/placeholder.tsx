/** Blank page while the session is checked; it shows the start of the page, which is part of index.html. */
export function Placeholder() {
  return <div aria-busy="true" data-placeholder style={{ minBlockSize: '100dvh' }} />
}
