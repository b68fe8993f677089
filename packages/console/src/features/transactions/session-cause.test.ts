import { describe, expect, it } from 'vitest'
import { sessionCause } from './session-cause.ts'

const ordinary = {
  statecode: 'finished' as const,
  flags: [] as string[],
  chargingstate: null,
  decision: 'Accepted',
  reason: 'Local',
}

describe('the cause of a session', () => {
  it('is absent for an ordinary session, finished or running', () => {
    expect(sessionCause(ordinary)).toBeNull()
    expect(sessionCause({ ...ordinary, statecode: 'running', chargingstate: 'charging' })).toBeNull()
  })

  it.each([
    [{ statecode: 'needs_review' as const, flags: ['ended-without-stop'] }, 'endedWithoutStop'],
    [{ statecode: 'needs_review' as const, flags: ['no-connector', 'negative-energy'] }, 'negativeEnergy'],
    [{ statecode: 'needs_review' as const, flags: ['stopped-before-start'] }, 'stoppedBeforeStart'],
    [{ statecode: 'running' as const, chargingstate: 'suspendedev' }, 'pausedByVehicle'],
    [{ statecode: 'running' as const, chargingstate: 'suspendedevse' }, 'pausedByStation'],
    [{ decision: 'Blocked' }, 'startedUnauthorized'],
    [{ reason: 'EmergencyStop', flags: ['no-energy'] }, 'emergencyStop'],
    [{ reason: 'Reboot' }, 'restarted'],
    [{ flags: ['no-energy'] }, 'noEnergy'],
  ])('is derived from %j', (more, cause) => {
    expect(sessionCause({ ...ordinary, ...more })?.cause).toBe(cause)
  })

  it('ignores a reason of a vendor, whatever its name', () => {
    expect(sessionCause({ ...ordinary, reason: 'constructor' })).toBeNull()
  })
})
