// What `npm run fit:hearing -- --write` made: of the model that reads a language, the weights of hearing (int8, base64).
import type { FittedHearing, Reader } from './fitted-hearing.ts'

export const HEARING: Readonly<Record<Reader, FittedHearing>> = {
  en: {
    model: 'minilm-l6-v2-int8',
    taken: 1.33,
    written: 3.38,
    words:
      "the to in and is for you this that we it can of are what on do me with not be if session some like should test how have as all now from at or i'm tests would commit let's but use make new run so branch my task go just code then when an there up add need agent please work file one get think changes by which it's any also don't does these only check error fix more git into our no recommend out user want files create update about md main pr why sure ok write see has i'd was look working repo them right help other still through each command using tasks try your where time state always next project could keep before after here first take they sessions prompt change again way name will same local did back two line never review what's suggest hook good another push instead explain list start looking cli their between last looks message without already those rule that's too testing plan commits anything options current feature both going set done off logs something data end steps function production id call things move every give merge read key auto actually best docs created show works integration well while creating description its github ci rules been json doesn't continue being used made ask example we've long product might active i've feedback must output logic future conversation better env we're running yes lines possible know say option service because follow stop version script many real second per during there's us getting build log seeing than field open different really you'd date great latest format far part custom number pull directory path making commands status doing yet lets api returns users failing following find adding failed added even thing issues staging single may",
    keep: {
      vector:
        'FCTiyAL/EhgkGx7aIhkmCOv84RsCHhT3DfM9wA3yDxPbcwUx2tq8ABD46tfg1w4SIQS6J8c5+c8DOw4GAxpM+K1BG0TGrQUTKjQ0W1Tc5yGt9hA9EwQK5jAJF9shBxmVLkUx6znXPUbst+YjTusp3r+dttbA9v4qIHUUA+sR3QDnEsO2HzDJ6NDyw9UpxjDsAt/TBCHtHQnz77HfGQIi4OwH8ffxxxb59jECDd836ew0Gir6C+gWzAKj2zD7PH/YuT34KAXgBzfuFv+tEQYgMC4nxQburhG9Gg2gME01RgDg3Mg90xa0YhkE2Pf068f4BeT58e9B3Tf4tNAv1//lCuW2+A3UTPXFBgwsDt79A8Qt6gsjFgHv7Ab06zEQrQTn7gTjDtsIzijHCBzP5APL5Bvq5DTa3e6RUQkeEt/o3gDeX/kNDw4E8RT8IQ3uzA8IDxPpBL1FOgwbIgTs4sbW1wjV9wgTKvJU38H61vTjDAcC6vvUrw8pAObQw+4QB7Xg',
      plain: 'ivrDExkrNhQE7gYRHvMdOioqHhnk2tbrGCz839Ds8esYFf/cybINEwz5JN0dA4HBKi77uKup8v3h6PUH3/L64yPYArI=',
      words:
        'KPgxCgH9Ec3u3hz1vCeuT9RhVk3rF875sori7rnsysA/GfHp0OgMz4b44Mz9J9bw1NvmWiM78/0fG/7V9NHbbv/Aph/lw66pWRj/5uYL9tbQzfD2+fn3OAzS4d0H3N7D7yzDvDvluMnRCTHg9pfsMckp0wfb98fo/oIsKu1pZzhLKADV8OUo/dYrEePbIN5Fv/f7svXX//QYNf8A6e7GEAAt0PDe4PHOEDD5ITcxCfUw7B4FKQ/pDew2EdDeAdIK01Nlxx/z8u732uQd9A4+5O7LEtcd+vEMx9kJ+us2JgDb9/f+FvsH8uMc5y3L8+8QCOYEFwcHKf5iJwZTIxZ/CPv7+PECHD0a/+DQ/u4D6Mzy9O3dFBbfDgjxYtnyGOvwEfgODvn0LSPy/9Tb',
      scales: [0.04364, 0.0289, 0.01042],
      constant: -4.1434,
    },
    types: {
      user: {
        vector:
          'B8EwOcz5PRrfx9ywJPbC+0MBPa/l1B7L2Hk9Kfe3px7bB9HX3+u+05AdE9oL5gDqGw7fyfXrRjAlKgbl6NACRd1MrwLz8MDv31Y21iPWQTXSQ7UbPwYKAuAxIt8a8B/+Ov4S2Ur0S3/m5/m+FQPwFMgX+PAkxhIQ5/y3ISgd6wAL/SJH8hb7NeUUB+DIKgpAvOvLF/E//u8szNz3A/P5AtLR5soCByEYywIb6CwE8fKqHdX3QE8YDCAIuxTlHiUTZTcgEhIe7cNb8KgJ39LD8OoY4OTSBfPyOFUvzybUngDwGjD7vv0ULwvOCRL9Ku5Sql/OBwrZDeX72QkgCRomVzAFRxH4wOfhxS/IIvTn0A3j4vC+A7711gHlqgy/2RML+PHGzgP68y8cHynGHxrpAxgFLBL+btse5APSKg/o+QAc3zEo3Bbxxqf14z35+TxHGO0x+TQ43DUe8xDo8xAZ6xTOJtNV8sjX9yjw/NIzP/T4O0UKGdrX5wwd+CczXzAC',
        plain: 'Chnm8BgpHe8Fa8zw0BYC9Qzh9ef/6xTrT38A9+rv6xEN6QL3APwT/fjv9Pr69QADJu4L/f8APQAACvkSAAAAAPz1DP8=',
        words: '',
        scales: [0.01066, 0.01006, 7.874e-12],
        constant: -3.5106,
      },
      feedback: {
        vector:
          '9i7eGvf7LBMzAjzkKhwsPdsy5jzxNwgExM0bHu8oRN8E3TQvHAw18Tj6MSH391Xo4fDoKAXN7OLuHMTw8woB30jiJPMIBxMLCxXDAM4czxACtQq7C/Yg4iHx6dTr6wPC0/nREdLe5AIpFrn/6sr8If8S4rI05AP/Bvrr3LO5OwDi6PNg8w3j7iQIRhQoGw0dHSLo3ufpDuDR/UIJwd8I2utP5RfpCRHxEPj4OCwd+AIa1yfjHt37D/Isws7KKM7jwRTpBz0T+h3VE1nfGPtk4X/+Bf097de+BcvyRBj6DQApBQ786vEJ3Qj3+fQh4h3KH8YH2NwbFR7K7/nUDRT49vLiBu46SERQ7xYJ/RW9D8v2Ec8UzPUi4fcJON/FI/Qd4Mf6R+7uMgH+1BgNFdINHers9ens0bjVIsD7/TAP6wDbEMMkAgr1+TPa9RLeJ831/Bz4WuQZ5lrhMhL5+iYdEgRU2A4jQTJJ4wHoLtvOBB7MB+we1f7/5QklCvvq5hbi',
        plain: 'ESb3C/cYDAsI8iEnGs/v2/DO9tTvDwAWgcoFABj+Cw820dYUABUG9Nvf2vjl8AAPzw7k9/sA8gAAAA75AAAAAAEW8wA=',
        words: '',
        scales: [0.01676, 0.01348, 7.874e-12],
        constant: 1.5137,
      },
      project: {
        vector:
          'IPUYwBgW/tfcANJF0+nqyBPO2frB2/smRO3GzRUJIAoFG9HyAeTRJB/qxRH8HcofGy8AB+od0QgE0DQm4P4I8b7c7/MB/jgUBuMb8xrdEfUiLS8WswHb3Ov2Dy/6E+47H/8GAeM/4sbP+EUzAhkNsyzgD13ZQdcO5vE+GRs79wAA//uBBvox68zm29vvyQDQ+ulF/RwvABjh/NEfbB4HKkDcGij2+/kIEQoRx7kPGwPy+uwswwbC/wHUVf4l1T1O+acY8cocChYD6voTEB3tK70MGCT9AQ1AywL72OMHLQDz5NP+NPf0EeQjFxURCuXrGhw1HAkjzCcgFvA94/gXyQ8AtwDM3du3IccE9BFJFCMnBxsZJSz7Hw4LBQtLHBe4HT82+x0Jz/AJLNP+41se0PL79f099Fzu8ztQ5d3sGwAS6ATiAccMG/8cAOcP0x3hDN/r0+W5M6X98v/aGOLR0dXc9/i8s/LoNukr0+wN1t5HB/TsGgZMAvT03AcJ1+YG',
        plain: '48cZ+RG89gr01xTgCyUjMhbgC1zo8vgAf+EK+/P33OeoNAzxAPD1Exk3PvkqAQDfFRQODAcA2AAA8/PmAAAAAPj1BgE=',
        words: '',
        scales: [0.01719, 0.01034, 7.874e-12],
        constant: -2.2924,
      },
      reference: {
        vector:
          '2P/V/SLXqQ7BKRAP5e8j/gv/Rfp/AfrzDfXrB+j3ww73EiocBRcP9e0R9OL5BPPz2MAd5kcoJN7jBQwFThLxGA0pLhX1zeDK67wQMAgUB9cBD/ZtRCYIVyUb4fT2HA/t9AkGABDUKPQTIwgAHSQAGfL+BMvSBRveOAQb2DoHxQAjIgr9Fd7sDQomzSgOCRkB/vDFE+i45/NcSf3ZvBQBBff9AMgG4dYOD/Li/9vA+f5VJvrv5slb2PkhGFMO6v+lITDZ6emx+972POYW4SC5+MTTCvvAGg0EBPz0IrY00gDW9f7rGCnt0xcg+QnCExEY5+nlBhTWCa8VCi/ZFNbmEuknNxfx8ez4HiUX6OIA9fXj/jcCNg7MLvkLKP0lxekvCQ7W2soOCuv/9AsB9q3eCi8hAQvvAttP/OXUFb4yAADrJQq8IVQwIfkdBeYwAxD+vE7p3CwA+9fy6Ng97NIATkfUDkPYJB3r4ff0EE0tAgXTxgn44RWdFwKyFscAEtQz',
        plain: '+fcC9OD06e785NgE8Aj5Bf1/6981DPnt2+/sEf0sKvgFKSEDAP7p+CYB+xX+HgAJE+MNAwAA5gAAAv8NAAAAAAr4+fw=',
        words: '',
        scales: [0.01057, 0.01115, 7.874e-12],
        constant: -3.9445,
      },
    },
    ofPerson: {
      vector:
        '6C8OLbfGKS/54wm8B/+9BQYhPez2Bx3OAUk7F/sF6PYNCLbj7OjV+8L0KO8B/wQD6unm5N7vM/cHKvr4A+X1Mhs0xxTNHeHo9Tn83NT55RfmHc4WKhEbIS4U5Qvm0wkaD8vo7znb+gf8BhLfD9Xe/rTzPQ8S+xsM7fG0L98iEADu8SBA/Qj0+xwpVrfkJA8n+e/EFiT3JcoQpd/y3PD447rEBNf8DAI55ATr+38e99q2O+L+NQkDKh8lwQ3dAff9/hwlKwkTKtn+1fEnCMjfEBch4M7wBxwiIxrvHBmroQAqKVcG6uPjQxv8Hw8gCTcstOrjC9H0EePPFQIG+iEDPh8gRiRM2+wX6h8OHenj/R7Y3eL58Osnn+4oyBbI9hwM+NPQyQwCLBr2F/7XDP/b8w74BB7DN+L9IPnLKk3pEAAVoR8E1Q7S4OrKExsKSAIJEe4pLyEezkkU9QYg8+sg9vcRGd4n7fq1yxkm++UNWdbY/hAJ//zlAPc1yAsaWRbZ',
      plain: '8fvZIwMX7PT+f8reHAIG9fDPBOcH7BT0DEvu9Anx9BsrrQAXAAPzA9/l6fz68wDyA+H2+f4ARwAA+wMGAAAAAPbz6w8=',
      words: '',
      scales: [0.01448, 0.01104, 7.874e-12],
      constant: -0.8815,
    },
  },
  zh: {
    model: 'bge-small-zh-v1.5-int8',
    taken: 1.66,
    written: 4.58,
    words:
      '一个 这个 什么 可以 怎么 一下 帮我 现在 需要 我们 问题 显示 没有 多少 功能 内容 不要 数据 不是 时候 用户 如果 使用 实现 的时 不能 自己 有一 一次 时间 这样 信息 选择 直接 客户 工作 他们 个人 了一 页面 其他 是什 两个 哪个 一些 代码 以后 的是 你的 组件 应该 是不 添加 测试 项目 修改 们的 那个 下面 系统 按钮 文件 还是 服务 数字 相关 公司 结构 任何 app 设置 写一 标题 所有 每个 面的 部分 要求 里的 把这 为什 我的 超过 加一 因为 设计 改成 给我 第一 起来 就是 不用 出来 户的 有什 任务 到了 管理 方法 已经 是多 的人 今天 参考 我想 只有 三个 的问 的一 解释 我看 在哪 接口 哪里 中文 之前 是我 但是 当前 哪些 之后 用的 看下 这些 字段 几个 在这 完成 新的 文字 么做 结果 记录 不同 输出 要用 状态 都是 生成 注意 说的 一位 分析 放在 这里 每次 样的 通过 推荐 个功 一直 我写 的功 那边 输入 展示 不会 意思 打开 自动 有的 看不 最后 关的 这段 同时 个字 的数 存在 背景 开发 出现 个小 改一 一样 好的 有没 可能 一句 获取 我是 个按 地址 分钟 英文 里有 最多 只能 处理 句话 然后 看到 方式 小时 所以 来的 是有 事件 判断 下单 下的 还有 的工 是谁 他的 是这 地方 用了 后面 开始 订单 原因 比如 在的 个问 红色 件里 机器 网络 这种 更新 重复 不到 格式 晚上 出一 给你 json 错误 一起 很多 颜色 逻辑 有点 业务 名字 的地 一点 目录 提示 这是 体的 换成 需求 方案 前端 安全 全部 产品 手机 第二 一行 用一 同事 要的 位置 该怎 模型 的话 test 版本 个项 能不 不太 看看 必须 周一 仓库 改动 一条 创建 觉得 日志 据库 好像 喜欢 在是 继续 本周 上下 操作 器的 是没 ui 务器 示的 的文 失败 的内 到一 说明 么回 要怎 目的 好了 默认 命令 真的 苹果 么意',
    keep: {
      vector:
        'BAQM49TgHwYOKy2BBw/kLfXn3ezdDADTLB/pQSAPChkR4CsP+9rs9fL//OYj2RnwvhI5+RAW9ND0EvoiJADOB/TsHwQb0OoW5yIx4u/R+EHxEMMD+AUq+foo48jn0+gZ69oC3sH319vw/vgVvv0BzAof6QPZ4TndAf4wAO4v7tgGI/X0qyIbCAIDJh/7Iw4GK8gkHuoIFdTXDDYv/kAFLSoA9fUXBgUj89gy7QXX0/DtLQguIwUV2/QC3jrx6PYAxe4n/wYo9tQB+qnM8hL/6/bk7foj8v4vGdT24AYiCtUj3xHYPPXNC/vbyr0MIBnpKEUd3OgFGOw09Rc17BEKEjIkBsH6Fd/7//D1G9rOCfsf99QUDiHrsPsG6BLWD9Hs7DPk8y4l3O3f4htGJAvNC/7n4Q8pBAz93eD68djnFRcJJwUMGOAv+j8M8QPN/iIO5gYO9v8m1SARByArMgj+yTTf9vg08P0DGy8dHAvt3A/h+w3oH+z4/coW0zLkGfgaMBns5DrwK9Q6wjDjDtzzBfkBAc8nDfX+8Cki+9PT7R/eJdUbA/T1+wct/fgeAgwVJfwg5fYWEPHbDNsAND0n0DIEKAzRHv0Y1tYKAQ3hBRsXE+3mE/Xr5hE24/Hj+ffw+u/xEAgd6/MHHREQD+kT7fkAIQ/ERc7IB8Ar/+7iDhQ=',
      plain: 'ggXhARAaGhb5Fg4eHPsIDgUSDxno694MJA8EwcsWBAkCF/LAztnrCQsPFQ8EHYGLKz9X1uHP4f/2wtXY9eP/9ej5++U=',
      words:
        '2wIBBeG2gQbjGAfN8/7jvx8IDAIADdIRAjvs9/YT4wrvFSD+JQLw3AH4DPbYEx7y8OTd184W/vIfPdnV6//m9Rj2AygHBCLfAuzWAvEB/dL05i3mAQTVS/LT2fwFJhcED+rsAff9xf/0Buz9+/8i+S33BS31H+D2+vvo+hEl7+zz8v0C7f7wyvIYDAgz8Pca097v+Ov37/b9IPYG6fPh+w4vA/r28/YW9/8EG/oJ8u/5//XsQPsCER0DFxH9+vAP8vQG9hPv/wL9BQfnEA0VEBwcAxwM/f78CRUAGhz45u8N9f8JIv4JGerk/foWCAkQAvwX/iMCCRP1HfHsAvkF6v768e8PFe8SFOoPzPn8+e0TAg0Q/Pfz/QH88/vt/hr0/wwBAP79+wTrDiP8',
      scales: [0.04893, 0.025, 0.0135],
      constant: -12.6342,
    },
    types: {
      user: {
        vector:
          '3P4FDxcKEBn9/xM8HNypIg/pzwfe6gXz0/n3A6/mGcznAAj5+hEBEB4AIN32AvTxBOE6OhEG7/v0BjI38qvyZu0i8yT6DyDlEPXHMf3aRBjo4NYh2N472S0BDx4JAVbYy+kOshXmuObqCvfhLhFBOtALBxElPObvJ/nsD9gPAeEq1vMOFSjsBgDe0wE/8gIU9A8CIQMvJQDD0fQP8Tb8GCUS6O7wwtTgBR3j5e38ABEbDAi+DQwGLdnVISUZ9dDbCSENMBrhAfwn7gY7Dcjq2NoAvtO3+i/3/SglQsMRCdAKKvX3BkscEggm7BMFEv0ABQnWfxETFSDyGff29tvx6/nQIDURHCzn8hYTICL28As/xM4wA8UOIeAv5PAM9Q7CzE7/9wzDpC7RJuzXN9ks1AHXI/Ua8ij33wTxCxMC86IMrS4GBCIz7TTmHNgMChgD8RfmANL0FRHG+xoaGhwE8hIOJf36CYrXzNEM8Pr2/g//Bw8cBSjnHOUx7wkDCAj2yfL31w/o7rNBHE/R6gD9CRQFLxIHJx8/NQ7wvwYK7PisCiwb+gcMNd7vDQn38f0rRu3mEBkSBQ4XASUVGBsHJc8CDvojH/HR6SAH4A4ZEPDbogbh/PAK59nvGTzhJBMfDCH+4AMH29vz7OP7PAoL79T28wkN7tDu690H3OjwAA8=',
        plain: '/Pjp7O7x1N78f/DxE/ju+fbt9vf5BuzVBEDzBgAL+/IOGQH/AAH69Q/p4/zzBwAAAgUF+QAA/QAAAAAAAAAAAAAAAAA=',
        words: '',
        scales: [0.009899, 0.01377, 7.874e-12],
        constant: -2.5061,
      },
      feedback: {
        vector:
          'HwDQyysiy8zPGfq/oBryAjURMkFU9AkMK6j91t84Jg3t98ALA7Dd0dcfEgEDDN356bY409rrFBQtC87nMNX0zMYa46fE4wwuQNwgwv00wyAEAi/+T+IOu9/O8ezzQ1kK70QCqDLsKcMubyvyOagA4OL08dpCA/xfHBD7Bhr12fTm3Dsz1Okj/bNIx+/j9+cSNt7nwfvcz7f5HLzj/qTj+vjY8WDAFHYAybS1CCDDKgnm9N79G8vaGT/+7PH1G3+3Gygtpfki8wzfJykO4UHhMTr7P0BPXdz+BMc0EyfkMNjLAdqq8AMRLzn7FhlEs9sQE0ws5jT+88G8r+8ZAd0y8+QS2NXA2vNNIjeo+vsgGRYhH++m1EjwKdfS+TDjzeRRz9j3EdERSJ3PEAA79vfT8/j8FPnzJsAPxARHAy+esfPzGcAo8+Xf/NE90eraFc4MB+zG+vfh6PLMnFzS7vgE+PnyCtYP/+4uKbAuFwgSOLog8+v47O0p9hy6Dgj8MAIkGlhxWxAkJjIcva+9Hyo+7OEaAg797ikR2EQ49dbbOekADQ4p/Ond4F4+OvntDdDD7+vp0cMp6vTwGOzy8QnyyzB4MQGqBhNRD/vdHc76Dxzf29UqNi91/BP78kH3FfAMNxMDOFZmFzb4SxpC9RMX+yAT69gX8hEp+TEMyxTipOw=',
        plain: 'HRRLDzQ/OVPt5/FA+OKpy7fLuwYVEC9SvN8A+fvx1Vv0gQ8PAAMN2LDb4/nK2wAA/gX59AAA/QAAAAAAAAAAAAAAAAA=',
        words: '',
        scales: [0.01205, 0.008359, 7.874e-12],
        constant: -1.2906,
      },
      project: {
        vector:
          'Ai0ZN7TqFwEt4/sAONM5+/H8BZvaEfkP/UgZO0Pl5N4aDCEM8VAb+Aj4AOYu5xMRD0/OC/Dy4wPc5gj+zUkN1EnaJTA+BtLOxB38It/t6NgyMxIV5CPePP4gCOf1w4n9Jrj2f/sG/y/ouPYWvRH7BxXfECSIxBDNvQb79QLsGjbyN8vhF/bgBDq+OQHxFtfO2yQcJ/gt8jMd7i4Q1xQcAOwMGrpHFM0SMjEpMfk26tkLACxE6hkbv+QkEP7178o74tX0KQbzCtft7dfgCP4p2ecS5/X/rBMPFA+y6gAMxkQS/VdlCc76zr/y8uHENRz4ytb72LzqAjhGPRACDyAJCxobF+1KGvW1/dczBu7tAzO95A0iAhbuzyIYPs3hFQjqVfYc7zcBACxKzxDv5DAfTfY4w/35+BzuWgO++9wRRkEfHzbiGCfzJQwNEScL3CzZCAdB2iEdEfY5P9siAgsL7if34g7/70rg+ErR797U2CntGSIZFO/Y7yka+eIOyPbMD8OY0cnm5gjUABJD3Nze9d3m/fD3+fS2+sTeLxoe+Bkk8sLD9BAl1MbX0f8R90YY6iUKKA/RGwII8/AH9dgcBOGv9/YsCgLa8+EUFh7o6wAPNxf9yx6Z9fIVHbj90h7s7uryD8vPDu4d4RLdBP/GDeUAFRzpASnuF/MSYv/4QCg=',
        plain: '/he0DPTPAOEtgTrm2CBsS3HWPgvJ5wcCVcsTJQj6/L0XOuzsAPsBQFYtTcs1IwAA8OrxEQAAFgAAAAAAAAAAAAAAAAA=',
        words: '',
        scales: [0.01442, 0.007205, 7.874e-12],
        constant: -0.1519,
      },
      reference: {
        vector:
          '88IOzx4CCiMFFQIa5kMV3PvuAzz8ChXlBvf65DEZ7FYADCvgEtzzOxEWvx/LHiL7Bgbb+U4sPf7yGd7MLzgTJwTg9ADl+hE9BhUZ20sMIxW008yvAfQLJPYGECMEEeQgDSzy8MQ1HzQayvP19C+r7DAr6e8iABjJ9ek95hkV/94RQBPNAgoc4xBHGPcF52UY4+gF8BOTOiEgFkMJHRTu+QcAC/sQGeTl3PcpxhH6+gvY99nrCRj/NgYn4fkdE+g25eLhGvkR/yw89wHoD8IUOQ/mLeDQL+D38w7qtgLTF+gQ2NPx6vvbCPb1E/byAvkJQcvz2gId+90P5R7c3/XgEAHwABryBOgM4uT46wD62IzwQUEYOc0a6SDdqistP+v87vvZAe0t7CAPEQ//7Pru4AwBNCIVBvUL8uQc7et//SbgCMb48tUIsPnb+Af9+8w77fYFJwMk5QwpCr7Z69nmHqI28Sf2KwsPDR4HGkIu6h7i3ubT7yUbK8P9HSLgFg8l8NIPCSMX5BnZPPQhIvntLS8P2w8S+bcNKuT7/PPz3f8G3xD6LPvQC/8NAQL7JbPY6BQ0BDMY9/MY9wH7AfbBGBTMxAod4ebzDRP89QH+7/AxUgIKEaT+CBUF7tEmD8/72eQVv+zUCTLTtND16Rg/5SDJCQr8/djs5gHh7e8sANU=',
        plain: '+eb98db33+z52O/f/O369uN/AOkt/ve77u/w7/0CLfrnUBH7AP78+wwU+zEOBQAAAwIEBgAA+wAAAAAAAAAAAAAAAAA=',
        words: '',
        scales: [0.008789, 0.01068, 7.874e-12],
        constant: -3.4975,
      },
    },
    ofPerson: {
      vector:
        '9f8R+BgHJyHY1/b17eXY+S4HCRNKCzgRA/UEyb4XBuff7fkdzgTf8f7LDPcHCdbo3tot/QntCgclJQslz80KBKYeCts49BsNDy3l7NboVQLdAQVA6uhDyUIdyfcMWVrr1cYL3PYB+RDuY+bg9u4ZNrvaAANJENk2OPr4+fwD8hgYgTQo4BMe/tHvqAo03e4Z5S0EJw4kC9v3D+0AChPV5BQe9A7W3v/q8AvP6dIHJw8k7QW32zsAL9LpAwLyxRyXFgk14A74HBzu1g8iHfbWCw4D4f7Y5hklITEqYSjrMccEDcW/CSwuFBvyFAjYBOz4BiT7UlY88xXj3Poa+O7i/vLH5yHLF90bFjX24P/VDRMv/MDxsM/xMNMEvxIF6PnCxSfY7NzkySGdH/K+EQ/z20PDQPsC+AHv8xMWIRPXqY4OGC8iCQgb8/wbF8UjByb+/hDQFvfFNgme0v7qABk/+xn9J+ZCs8AH4NcU6CrTLR/vDswn6eQs8/sG+vLzDwQI4e8QJw7E2NNOHxvkJBoI8PMpLdMc9UEtBWUjzPf73A8QABvp4cXrIwrzIgne6yMgJe639b9C8Nbz8iL9+yIA9SI2LQg6FEcCGzrx4uoEGOz48Q0kEPcO8O/F6kXfIi8l8CMBCiX2AtIDJdRBE/Ld5+chF8QPJ+kFGP3z1Rjs8P8=',
      plain: 'Di8DEhMT6gP2f9cA9fXpAfLd8AIAARLT5h/i//8E8ewW5QYRAAwC6dH58P718wAAB/oA+wAA+gAAAAAAAAAAAAAAAAA=',
      words: '',
      scales: [0.01142, 0.01447, 7.874e-12],
      constant: -2.1571,
    },
  },
}
