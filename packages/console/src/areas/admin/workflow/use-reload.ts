import { useQueryClient } from '@tanstack/react-query'

/** Returns a function that refetches the object model. */
export function useReload(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['Workflow'] })
}
