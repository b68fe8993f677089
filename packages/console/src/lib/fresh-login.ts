let showDialog: (() => Promise<boolean>) | null = null
let pending: Promise<boolean> | null = null

/** Sets the function that shows the dialog; with null, `requestFreshLogin` resolves to false. */
export const setFreshLoginDialog = (show: typeof showDialog): void => {
  showDialog = show
}

/** Requests the password from the user again. Simultaneous calls share one dialog and its result. */
export const requestFreshLogin = async (): Promise<boolean> =>
  showDialog !== null && (pending ??= showDialog().finally(() => (pending = null)))
