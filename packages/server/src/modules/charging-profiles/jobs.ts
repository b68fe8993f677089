import type { Job } from '../../jobs/job.ts'
import { everyQuarter } from '../../jobs/timetable.ts'
import { forgetEndedProfiles } from './forget-ended-profiles.ts'

export const chargingProfileJobs = (deps: Parameters<typeof forgetEndedProfiles>[0]): Job[] => [
  { name: 'charging-profiles.forget-ended', every: everyQuarter, work: () => forgetEndedProfiles(deps) },
]
