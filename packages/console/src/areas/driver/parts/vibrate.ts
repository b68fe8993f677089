/** Lets the phone vibrate for a time in ms. Browsers refuse it, with an error in their log, until the page has been touched. */
export function vibrate(ms: number): void {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(ms)
}
