import type { Trait } from '../station/traits.ts'
import type { Payload } from '../station/payload.ts'
import type { Dial, Quirk, QuirkHooks, QuirkTools, SentCall } from './hooks.ts'

/** The quirks of one station combined: each hook passes through all of them in turn. */
export class QuirkSet {
  readonly traits: ReadonlySet<Trait>
  private readonly hooks: readonly QuirkHooks[]

  constructor(quirks: readonly Quirk[]) {
    this.traits = new Set(quirks.flatMap((quirk) => quirk.trait ?? []))
    this.hooks = quirks.flatMap((quirk) => quirk.make?.() ?? [])
  }

  dial(dial: Dial, attempt: number, identity: string): Dial {
    return this.hooks.reduce((made, hook) => hook.dial?.(made, attempt, identity) ?? made, dial)
  }

  messageId(action: string, own: () => string): string {
    const hook = this.hooks.find((each) => each.messageId)
    return hook?.messageId?.(action) ?? own()
  }

  stamp(atMs: number, isBooted: boolean): string {
    const hook = this.hooks.find((each) => each.stamp)
    return hook?.stamp?.(atMs, isBooted) ?? new Date(atMs).toISOString()
  }

  /** Returns the payload to send for a CALL; null withholds it. */
  call(action: string, payload: Payload, tools: QuirkTools): Payload | null {
    let made: Payload | null = payload
    for (const hook of this.hooks) if (made && hook.call) made = hook.call(action, made, tools)
    return made
  }

  callText(text: string, action: string): string {
    return this.hooks.reduce((made, hook) => hook.callText?.(made, action) ?? made, text)
  }

  result(action: string, payload: Payload): Payload {
    return this.hooks.reduce((made, hook) => hook.result?.(action, made) ?? made, payload)
  }

  resultText(text: string, action: string): string {
    return this.hooks.reduce((made, hook) => hook.resultText?.(made, action) ?? made, text)
  }

  sent(call: SentCall, tools: QuirkTools): void {
    for (const hook of this.hooks) hook.sent?.(call, tools)
  }

  /** Returns true if a command is to be answered. */
  shouldAnswer(action: string, payload: Payload, tools: QuirkTools): boolean {
    // All hooks run: a quirk may react to a command that another one leaves unanswered.
    return this.hooks.map((hook) => hook.shouldAnswer?.(action, payload, tools) ?? true).every(Boolean)
  }

  opened(tools: QuirkTools): void {
    for (const hook of this.hooks) hook.opened?.(tools)
  }

  accepted(tools: QuirkTools): void {
    for (const hook of this.hooks) hook.accepted?.(tools)
  }
}
