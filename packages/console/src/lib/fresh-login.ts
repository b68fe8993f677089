let ask: (() => Promise<boolean>) | null = null
let asking: Promise<boolean> | null = null

/** Whoever draws the dialog says how it is asked; with null nobody is, and the answer is no. */
export const offerProof = (asker: typeof ask): void => {
  ask = asker
}

/** Has the person show their password again. Calls that find this needed meanwhile wait for the same answer. */
export const askForProof = async (): Promise<boolean> =>
  ask !== null && (asking ??= ask().finally(() => (asking = null)))
