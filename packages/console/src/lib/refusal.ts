/** A refusal of the server: its code, its message in English and the parameters of the message. */
export interface Refused {
  code: string
  message: string
  params?: Readonly<Record<string, unknown>>
  /** The refusal that the parameter `reason` describes. */
  cause?: Refused
}

let translate = async ({ message }: Refused): Promise<string> => message

/** Sets the translation of refusals; without it they stay in English. */
export const onRefusal = (words: typeof translate): void => {
  translate = words
}

/** Returns the text of a refusal in the language of the page. */
export const refusalText = (refused: Refused): Promise<string> => translate(refused)
