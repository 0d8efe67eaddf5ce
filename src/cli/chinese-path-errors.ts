// Directories and files that are refused, in Chinese; the form is that of chinese-errors.ts.

export const CHINESE_PATHS: [RegExp, string][] = [
  [/^the remote storage root$/, '远程存储根目录'],
  [/^it has a NUL byte$/, '含有 NUL 字节'],
  [/^it is a network \(UNC\) path$/, '是网络（UNC）路径'],
  [/^it is a drive root$/, '是驱动器根目录'],
  [/^it is relative$/, '是相对路径'],
  [/^it is the root of the file system$/, '是文件系统根目录'],
  [/^it is directly below the root of the file system$/, '直接位于文件系统根目录下'],
  [/^it is the home directory itself$/, '是主目录本身'],
  [/^the file is not UTF-8 text, so a change would damage it$/, '文件不是 UTF-8 文本，修改会损坏它'],
  [/^Convert it to UTF-8 in an editor first\.$/, '请先在编辑器中转换为 UTF-8。'],
  [/^(.+) is not UTF-8 text; nothing was written$/s, '$1 不是 UTF-8 文本；未写入任何内容'],
  [/^Convert it to UTF-8 and save again\.$/, '请转换为 UTF-8 后重新保存。'],
  [/^(.+) is written twice in one go; nothing was written$/s, '$1 在一次操作中写入了两次；未写入任何内容'],
  [/^Write it once, or in two goes\.$/, '请只写一次，或分两次写入。'],
  [/^(.+) was removed by another program$/s, '$1 已被其他程序删除'],
  [
    /^(.+) was made by another program in the meantime; nothing was written$/s,
    '$1 已被其他程序创建；未写入任何内容',
  ],
]
