/** Blank page while the session is checked. */
export function Placeholder() {
  return <div aria-busy="true" style={{ minBlockSize: '100dvh' }} />
}
