import { describe, expect, it } from 'vitest'
import { type PendingCall, PendingCalls } from './pending-calls.ts'

const flight = (messageId: string, deadlineMs = 100): PendingCall => ({
  command: { id: `command ${messageId}`, action: 'Reset', payload: {}, shown: {} },
  messageId,
  sentMs: 0,
  deadlineMs,
})

describe('commands to one station', () => {
  it('matches an answer to its own message id only', () => {
    const line = new PendingCalls()
    const one = flight('1')
    line.sent(one)
    expect(line.isFree).toBe(false)
    expect(line.answered('2')).toBeNull()
    expect(line.answered('1')).toEqual({ pending: one, isLate: false })
    expect(line.answered('1')).toBeNull()
    expect(line.isFree).toBe(true)
  })

  // Proves P2
  it('reports a late answer as late, once, and not as the answer of the next command', () => {
    const line = new PendingCalls()
    const one = flight('1')
    const two = flight('2', 200)
    line.sent(one)
    expect(line.expired(99)).toBeNull()
    expect(line.expired(100)).toBe(one)
    line.sent(two)
    expect(line.answered('1')).toEqual({ pending: one, isLate: true })
    expect(line.answered('1')).toBeNull()
    expect(line.isFree).toBe(false)
    expect(line.answered('2')).toEqual({ pending: two, isLate: false })
  })

  // Proves L21
  it('removes the oldest of many expired commands', () => {
    const line = new PendingCalls()
    for (let n = 0; n < 60; n++) {
      line.sent(flight(String(n), 0))
      line.expired(0)
    }
    expect(line.answered('5')).toBeNull()
    expect(line.answered('55')).toMatchObject({ isLate: true })
  })

  // Proves Q45
  it('is unresponsive after three unanswered commands in a row until the next answer, each reported once', () => {
    const line = new PendingCalls()
    for (let n = 0; n < 3; n++) {
      expect(line.unresponsiveChange()).toBeNull()
      line.sent(flight(String(n), 0))
      line.expired(0)
    }
    expect(line.unresponsiveChange()).toBe(true)
    expect(line.unresponsiveChange()).toBeNull()
    line.answered('0')
    expect(line.unresponsiveChange()).toBe(false)
  })

  // Proves G14
  it('abandons the command in progress when the socket is closed', () => {
    const line = new PendingCalls()
    const one = flight('1')
    line.sent(one)
    expect(line.abandoned()).toBe(one)
    expect(line.abandoned()).toBeNull()
  })
})
