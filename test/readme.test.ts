import { describePage } from './support/pages.ts'

describePage('README.md')
