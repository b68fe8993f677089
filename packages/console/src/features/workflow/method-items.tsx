import { type cardMethod, type connectorMethod, methodRun, type stationMethod } from '@stationmaster/contract'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../../lib/call.ts'
import { endpointQuery } from '../../lib/query.ts'
import { useCustomLabels, useTexts } from '../../lib/texts.ts'
import { showFailure } from '../../ui/feedback/failed.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { Menu } from '../../ui/menu.tsx'

/** Icon, label and action of a built-in method, for those that ask, warn or can be undone. */
export interface MethodItem {
  label: string
  icon: ReactNode
  color?: 'red'
  run: () => void
}

interface MethodItemsProps {
  /** Endpoint that returns the methods of such an object. */
  offers: typeof cardMethod | typeof stationMethod | typeof connectorMethod
  classCode: string
  id: string
  /** Subject whose queries are invalidated after a method without an item of its own. */
  subject: string
  /** Items by the code of the method; other methods are run without a question. */
  items: Readonly<Record<string, MethodItem>>
}

/**
 * Entries of an object's menu: exactly the methods that the server offers the viewer in the object's present
 * state, built in or added by administrators.
 */
export function MethodItems({ offers, classCode, id, subject, items }: MethodItemsProps) {
  const t = useTexts()
  const customLabel = useCustomLabels('method')
  const queries = useQueryClient()
  // an opened menu must show what is possible now
  const found = useQuery({ ...endpointQuery(offers, { id }, { hints: ['rights.changed'] }), staleTime: 0 })
  // Messages come from the mutation: the menu that started it is unmounted by then.
  const run = useMutation({
    mutationFn: (method: string) => call(methodRun, { id, method }),
    onSuccess: () => toast(t('ui.done')),
    onSettled: () => queries.invalidateQueries({ queryKey: [subject] }),
    onError: (failure) => showFailure(failure, t('ui.actionFailed')),
  })
  if (!found.data)
    return <Menu.Item disabled>{found.error ? found.error.message : t('ui.loading')}</Menu.Item>
  return found.data.map((method) => {
    const item = method.system ? items[method.code] : undefined
    return (
      <Menu.Item
        key={method.id}
        disabled={!method.enabled}
        color={item?.color}
        leftSection={item?.icon ?? <IconPlayerPlay size={16} />}
        onClick={item?.run ?? (() => run.mutate(method.id))}
      >
        {item ? (customLabel(classCode, method.code) ?? item.label) : method.name}
      </Menu.Item>
    )
  })
}
