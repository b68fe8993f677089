import { useLimitWords } from './limit-words.ts'

/** The sentence of a refusal because of a limit of the account. */
export const LimitRefusal = ({ failure }: { failure: Error }) => useLimitWords()(failure)
