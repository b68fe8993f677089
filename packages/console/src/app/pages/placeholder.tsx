/** The blank page while the session is being checked. */
export function Placeholder() {
  return <div aria-busy="true" style={{ minBlockSize: '100dvh' }} />
}
