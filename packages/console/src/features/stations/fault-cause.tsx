import { useTermWord } from '../../lib/term-words.ts'

/** Error code of a fault in plain language; that of a vendor unchanged. */
export const FaultCause = ({ code }: { code: string }) => <>{useTermWord()('errorCode', code)}</>
