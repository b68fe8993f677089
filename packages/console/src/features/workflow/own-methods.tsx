import { type cardMethod, type connectorMethod, methodRun, type stationMethod } from '@stationmaster/contract'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { ask } from '../../lib/query.ts'
import { useTexts } from '../../lib/texts.ts'
import { showFailure } from '../../ui/feedback/failed.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { Menu } from '../../ui/menu.tsx'

interface OwnMethodsProps {
  /** Endpoint that returns the methods of such an object. */
  offers: typeof cardMethod | typeof stationMethod | typeof connectorMethod
  id: string
  /** Subject whose queries are invalidated afterwards. */
  subject: string
}

/**
 * Last entries of an object's menu: the methods that administrators have added for its class, as available in
 * its state. Renders nothing if there are none.
 */
export function OwnMethods({ offers, id, subject }: OwnMethodsProps) {
  const tShell = useTexts()
  const queries = useQueryClient()
  // an opened menu must show what is possible now
  const found = useQuery({ ...ask(offers, { id }), staleTime: 0 })
  // Messages come from the mutation: the menu that started it is unmounted by then.
  const run = useMutation({
    mutationFn: (method: string) => call(methodRun, { id, method }),
    onSuccess: () => toast(tShell('ui.done')),
    onSettled: () => queries.invalidateQueries({ queryKey: [subject] }),
    onError: (failure) => showFailure(failure, tShell('ui.actionFailed')),
  })
  const own = found.data?.filter(({ system }) => !system) ?? []
  if (own.length === 0) return null
  return (
    <>
      <Menu.Divider />
      {own.map((method) => (
        <Menu.Item
          key={method.id}
          disabled={!method.enabled}
          leftSection={<IconPlayerPlay size={16} />}
          onClick={() => run.mutate(method.id)}
        >
          {method.name}
        </Menu.Item>
      ))}
    </>
  )
}
