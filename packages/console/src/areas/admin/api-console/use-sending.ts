import { useEffect, useRef, useState } from 'react'
import type { ApiEndpoint } from './api-endpoints.ts'
import type { PastCall } from './call-history.ts'
import type { RequestDraft } from './request-card.tsx'
import { type Answered, sendCall } from './send-call.ts'

/** Sends a request and stores its response; leaving the endpoint aborts the request. */
export function useSending(
  call: ApiEndpoint,
  { text, params }: RequestDraft,
  onSent: (past: PastCall) => void,
) {
  const [answered, setAnswered] = useState<(Answered & { at: string }) | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [isSending, setSending] = useState(false)
  const flight = useRef<AbortController>(null)
  useEffect(() => () => flight.current?.abort(), [])
  const run = async (body: unknown, signal: AbortSignal) => {
    try {
      const answer = await sendCall(call, { body, params }, signal)
      const at = new Date().toISOString()
      setAnswered({ ...answer, at })
      onSent({ path: call.path, body: text, params, status: answer.status, ms: Math.round(answer.ms), at })
    } catch (problem) {
      if (!signal.aborted) setFailure(problem)
    } finally {
      if (flight.current?.signal === signal) setSending(false)
    }
  }
  const send = (body: unknown): void => {
    flight.current?.abort()
    flight.current = new AbortController()
    setSending(true)
    setFailure(null)
    void run(body, flight.current.signal)
  }
  const cancel = (): void => {
    flight.current?.abort()
    setSending(false)
  }
  return { answered, failure, isSending, send, cancel }
}
