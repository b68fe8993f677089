import { SegmentedControl as MantineSegmentedControl, type SegmentedControlProps } from '@mantine/core'
import css from './segmented-control.module.css'

export type { SegmentedControlProps } from '@mantine/core'

/** Selection of one of a few: radio buttons, so that arrow keys and screen readers work. */
export const SegmentedControl = ({ size = 'sm', ...props }: SegmentedControlProps) => (
  <MantineSegmentedControl
    size={size}
    classNames={{ root: css.segments!, control: css.segment!, indicator: css.indicator! }}
    {...props}
  />
)
