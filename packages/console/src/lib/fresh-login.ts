let ask: (() => Promise<boolean>) | null = null
let asking: Promise<boolean> | null = null

/** Sets the function that shows the dialog; with null the answer is false. */
export const setFreshLoginDialog = (asker: typeof ask): void => {
  ask = asker
}

/** Asks the user to enter the password again. Calls that need this at the same time share the answer. */
export const requestFreshLogin = async (): Promise<boolean> =>
  ask !== null && (asking ??= ask().finally(() => (asking = null)))
