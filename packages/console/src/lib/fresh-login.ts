import { createStore } from './store.ts'

/** Set while a call waits for the person's password; whoever draws the dialog answers whether it was shown. */
export const proofAsked = createStore<((proven: boolean) => void) | null>(null)

let asking: Promise<boolean> | null = null

/** Has the person asked for their password again. Calls that find this needed meanwhile wait for the same answer. */
export const askForProof = (): Promise<boolean> =>
  (asking ??= new Promise<boolean>((answer) => proofAsked.set(answer)).finally(() => {
    asking = null
    proofAsked.set(null)
  }))
