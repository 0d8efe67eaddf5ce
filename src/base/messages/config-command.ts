// What `memdir config` says.
import { texts } from './message.ts'

export const configCommandTexts = texts('config-command', {
  help: ['Shows every setting with its value and where it came from, or changes one. Changes go to your own settings, or with --local or --in-project to those of this project.', '显示每个设置的值及其来源，或更改其一。默认改您自己的设置，加 --local 或 --in-project 则改此项目的设置。'],
  optionLocal: ['change your own settings for this project', '更改您自己对此项目的设置'],
  optionInProject: ["change the project's shared settings", '更改项目共享的设置'],
  optionChanged: ['show only what is not the default', '只显示非默认值'],
  everythingDefault: ['Everything is at its default.', '所有设置均为默认值。'],
  setting: ['SETTING', '设置'],
  value: ['VALUE', '值'],
  from: ['FROM', '来源'],
  what: ['WHAT', '说明'],
  setting2: ['({setting})', '（{setting}）'],
  removed: ['removed', '已删除'],
  anotherPlaceDecidesValue: ['Another place decides, so the value in force is {value} ({path}).', '由其他位置决定，当前生效的值是 {value}（{path}）。'],
})
