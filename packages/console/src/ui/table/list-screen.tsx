import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Button } from '../buttons.tsx'
import { type Crumb, Page, PageHead } from '../page/page.tsx'
import { ListFrame, type ListFrameProps } from './list-frame.tsx'

interface ListScreenProps<Row extends { id: string }> extends Omit<ListFrameProps<Row>, 'label'> {
  title: string
  crumbs?: readonly Crumb[]
  /** Returns the number of rows as text, in the head. */
  count?: (total: number) => string
  /** Facts in the head after the count. */
  facts?: ReactNode
  /** Actions in the head. */
  actions?: ReactNode
  /** Creation of an object; false for users without the right. */
  create?: false | { label: string; onCreate: () => void }
  /** Content between the head and the list. */
  above?: ReactNode
  /** Content after the list: dialogs, drawers. */
  children?: ReactNode
}

/** A screen that consists of a list: `<ListScreen list={posts} title={t('title')} … />`. */
export function ListScreen<Row extends { id: string }>(props: ListScreenProps<Row>) {
  const { list, title, crumbs, count, facts, actions, create, above, children, ...frame } = props
  const counted = list.total !== null && count?.(list.total)
  return (
    <Page fill>
      <PageHead
        title={title}
        crumbs={crumbs}
        facts={
          counted && facts ? (
            <>
              <span>{counted}</span>
              {facts}
            </>
          ) : count ? (
            counted
          ) : (
            facts
          )
        }
        actions={
          (actions || create) && (
            <>
              {actions}
              {create && (
                <Button kind="primary" icon={<IconPlus size={16} />} onClick={create.onCreate}>
                  {create.label}
                </Button>
              )}
            </>
          )
        }
      />
      {above}
      <ListFrame list={list} label={title} {...frame} />
      {children}
    </Page>
  )
}
