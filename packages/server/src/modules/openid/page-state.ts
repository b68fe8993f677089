const form = /^[\w-]{16,64}$/

/** Appends the state of the console's page to ours, so that it returns with the browser. */
export const withPageState = (state: string, ofPage: string | undefined): string =>
  ofPage !== undefined && form.test(ofPage) ? `${state}.${ofPage}` : state

/** Returns the state of the page that began the sign-in, by which that page recognizes it. */
export function pageStateOf(state: string | undefined): string | undefined {
  const ofPage = state?.split('.')[1]
  return ofPage !== undefined && form.test(ofPage) ? ofPage : undefined
}
