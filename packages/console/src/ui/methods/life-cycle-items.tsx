import { IconBan, IconCircleCheck, IconRestore, IconTrash } from '@tabler/icons-react'
import { confirm } from '../feedback/confirm.tsx'
import type { MethodItem } from './use-methods.ts'

interface LifeCycle {
  enable: string
  disable: string
  restore: string
  delete: string
  /** Question before the object is deleted. */
  question: { title: string; lead: string }
}

/** Returns the items of the four methods of objects that users create and edit. */
export const lifeCycleItems = ({ question, ...labels }: LifeCycle): Readonly<Record<string, MethodItem>> => ({
  enable: { label: labels.enable, icon: <IconCircleCheck size={16} /> },
  disable: { label: labels.disable, icon: <IconBan size={16} /> },
  restore: { label: labels.restore, icon: <IconRestore size={16} /> },
  delete: {
    label: labels.delete,
    icon: <IconTrash size={16} />,
    color: 'red',
    confirm: () => confirm({ ...question, action: labels.delete }),
  },
})
