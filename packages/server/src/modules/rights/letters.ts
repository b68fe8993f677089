/** The letters that are set, in the order of their list: as rules are stored. */
export const lettersFromFlags = <Letter extends string>(
  order: readonly Letter[],
  some: Partial<Record<Letter, boolean>> | undefined,
): string => order.filter((letter) => some?.[letter]).join('')

/** Each letter of the list with whether it is set: as rules are shown. */
export const flagsOf = <Letter extends string>(order: readonly Letter[], letters: string) =>
  // made of all letters
  Object.fromEntries(order.map((letter) => [letter, letters.includes(letter)])) as Record<Letter, boolean>
