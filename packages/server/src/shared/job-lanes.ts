/** Lanes of jobs. Each runs one job at a time, so that one lane does not wait for another. */
export const jobLanes = ['general', 'money', 'documents'] as const
export type JobLaneName = (typeof jobLanes)[number]
