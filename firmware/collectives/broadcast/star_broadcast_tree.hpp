// How the nodes of a star graph receive the message of `binomial` (star_binomial.hpp). Found by a search: in
// each step a largest matching between the nodes that have the message and those that do not. Freestanding.
#pragma once
#include "collnoc/arch/topology/star.hpp"

namespace collnoc {

/// A spanning tree of S_n with the identity as its root. Any root is the identity if the symbols are renamed.
class StarBroadcastTree {
 public:
  /// Of a node, which is no root: the dimension of the link to its parent, and the step.
  struct Edge {
    unsigned dimension = 0;  ///< 0: the root, which has no parent
    std::uint32_t step = 0;
  };
  static constexpr Edge edge(unsigned n, star::Permutation node) {
    const std::uint32_t rank = star::rank(n, node);
    if (rank == 0) return {};
    const unsigned code = static_cast<unsigned char>(edges(n)[rank]) - unsigned{first};
    return {code / 16 + 1, code % 16};
  }

 private:
  /// A character for each node, by its rank: `first` + 16 (dimension - 1) + step.
  static constexpr char first = '!';
  static constexpr const char* edges(unsigned n) {
    switch (n) {
      case 3: return s3_;
      case 4: return s4_;
      case 5: return s5_;
#if __STDC_HOSTED__
      case 7: return s7_;
#endif
      case 6: return s6_;
      default: __builtin_unreachable();
    }
  }

  // clang-format off
  static constexpr char s3_[star::factorial(3) + 1] =
      R"t(!!#2#2)t";
  static constexpr char s4_[star::factorial(4) + 1] =
      R"t(!!$2$255$C$C%4%CEE%4%CEE)t";
  static constexpr char s5_[star::factorial(5) + 1] =
      R"t(!$57$16'5&$CF7GFGF%4&CHFG(HH(GGHWW&UGWV'GW&U&U7W6'HH%D3%U'%R8F8XGG&D'VF'(7VFV'XWVUVW7(8XGVW8XWGG)t"
      R"t('6%D7(&5#R4'8GHHFW(G7WEX)t";
  static constexpr char s6_[star::factorial(6) + 1] =
      R"t(!!73#2799F&E68%D)EG7HEJIG)::X8ZZ)XZX[8)W)X)8*VJ:8*)H)G99'UYVZYJYJZZJ)XIJZ8)GJG868U&T8H9ZGWII)XIY)t"
      R"t()8)G:I)6(TXXHH)XI97J9Y(VXgj9X:*i;JjZ;9*H*I[K*IZKZij:j;kh9*XijJZjJjK:ii:k[:)H*IYi'fYh[J+jJk;JjjH))t"
      R"t(:jZIjI7)8h&e:Y9:Gi*H:jIj*9(F9*i7heYj*HZjJj:JjjIihJjJj9Zj)XJZ:9(W9YjiJZJKiiiI)gih9gHi88)fggJ9hh:j)t"
      R"t(ZK:Z)X*iijjj*Y:jY[+Z;ZjjZJjZJZJJZj*i9YZijhJi:jYj)8)g:ZjJhjZjjiiiZjKY::Ij:j)H)Hg))W)W+J+jJJ*HkZJZ)t"
      R"t()7)F(Fhg%d%d*H8JF*KIiiH):Z)XkY:JYJYiZYJjY*jZhjZk)H)XJYjJZiH*ZY)gW)K;Y*Zj*H*9ZZKJh)H*h99gWjI:JiYj)t"
      R"t()H)H:I(6XU9X(G*WJYIIZZJZ8I'FJG(4#b7f)E(6Ih*I7iE)J:XX9YYJZZ*i)WJYZ:9J7)V(ZJ*IZ[*GZ8Ij(VYYX*I*JZX))t"
      R"t(9:9YGX:H7)F)6'7*T%IZHjZjj9*GjI(6(U9XjI[ZJZ9I*YJXJ8iF*G%4fcf6'FiiH99H9hGg+9(W:X:ZJjjI*X*9Y*;Y9ZXj)t"
      R"t([Z*Y[j[I*iH*(W9:W*IZJZZ:jIj:YZII::Ij*Wj8Xj*XkjZj)t";
#if __STDC_HOSTED__
  static constexpr char s7_[star::factorial(7) + 1] =
      R"t(!!$355*6(E+G8:'E9GK9JF(G*V+7Y;::+Y+XK;*Y;[ZK*X<Z{[)X[I8X*X*V,I,[L[,I+ZKZ;8%D6'&5'R9Y:J*WLH:G+9JG)t"
      R"t()7(E;IX8'T;XLJ)HLZ:K<YJX)Wk8,:+Z]K+Zl<lJLM==[K<L)X,:\;;\]m-i==X,9+\<Jk<lm\kL<LiZlZ\k]K\<Ml]J[lml)t"
      R"t(+:)E<k)6$c8k*H+hKk:J9lGi]<Zk<L[[Vi:j\LJkLk;M9kG*jJkL[;+9*X;\<<+X<[\M,[L\+JkI=<j<+g*i,9jf*iM<Ljlk)t"
      R"t(-[,Z,Kl<Zj,j,Z,k[,ml,jKl,9*g<J<;[i<h-klk\m,k;kjl+:(G9+*9(f9k;[-lLJ;K<lkJ\Mm[[KjX,[\Z-Jk;<\-KMMM\)t"
      R"t(:;lJ,Ih8gg;hjJklLj+I]kIk\\l\,[l=ljLl,[=ljl+Z<lZ-*IMm,J=L,jLi;[+gjjMkLlj+\J-[L]ll+jKl+Z,iX*M[M<\m)t"
      R"t([<\K-l+i,Z,[lL,ZlmML=L\m;;*I;J,8if;hkKlikmmM;lJkmLmLmM;;*h<j-\]kMm-L]l]k=L\\M\jJ-;LmiYjk;<KKL<\l)t"
      R"t(=LK\l\:L-jli;;:iii=\K,lj-<\I*I+7*V;X+ILlMK;L:Z)XK:KH)G*5$c6f)GIkIk9K6(E'<:,Y+X+YJ,*I,[,Z[l\\;,Y\)t"
      R"t(-[\\=Z(G<:Jk(V9jXlJ\L\Z,MJ;;JK[]<l*h;<9iXhL\JkZ,jj,;|<|]mm}Mk=kL<}L|MK}}zj};];m}}L]m.=mL>}]=]\]})t"
      R"t({-|]=][]{m[=]}~}M]-L]LL~<}mLMk,{yk:=-|,kL|<|<]K{}}-\~m,y\l=m,J]mmm<M~]m{ky+:}<|},{]=l<}Km=,z,j-L)t"
      R"t(]\]=]}\l]]]|=M{]<|]=,[=}]]-LNMx[]{]<}L|}]},KM]^}}L+J=l*9|x||-|*y<|=L}}M|M<\K=L-Zzz;{-K[|L|=mL|L|)t"
      R"t(x*,;\;ML-\NMm;,Z=M,;,I=M+I+:|L+J+z-{)8+w=|JL-LMMM=n\]]}=,{-\,[M}}}M],{M}=M{\+J=;zz<y-\||=N,[<}KL)t"
      R"t(-<]K-\m<-zM|.],k\|,[=}\|{\||-Ly{-\+:}L|M}\-K,k=M}<-KML{i*y={}Jz};{-L-|K}}\-|]]|=||=}}\=}\}.}=}\~)t"
      R"t(mK}=l}mMm{m|,[,z}}M~M}-|-L-|L}~M-\M}}l-{\{m.=}\]{|-l>Ml<l{l\}M-\M~~M-LMm-<|I,K,8{w*y,J-{LM=l=}L|)t"
      R"t(-<-[.]}<+y=|-[m}]~^]=}L}.MnMM}]M||=.|[}<}lMm}}}}nM=MK]<Ln|M{<;,z|zM]m}m|};,J}\{{)X;\-L-LL},;<ZJ|)t"
      R"t(};,I,K,;,w*y-|-|K|<M,y|z-<+Z<]}}[m<{Mm,{\}<Nn}][-L-\}]}L,{]|+i]{\]L-n}]}<L<=KK<L<}*y<k;{*yM=L|=})t"
      R"t([{m<m=m]m}]}]<lj=>]|]L}}l-l-]\|]]m]m<<}[mk-<[k<lmmmL-Kz,]k,jMMll=.,K]=]mLL,K=L+:xi;k}L}kLk<L<kJj)t"
      R"t(L=LLmM+:Yi;l-L,kLm=L<kJjvv;9(7:\+J,I<:)H;I\:\IMM\Y,:}\K\\|]|<\z\=Z]:Ky<{\]+J+IzY|y(w}K][K}\K-\,{)t"
      R"t(,:+HJL*7zvZz<K*y<y9*<z+xL:)H;M\:'v8{,K,zJ|;,<zJy\\=]LLmM}lMk=<kk<k-<Mk}NkL-L-[,[-{]}-;|y=}\=]LN})t"
      R"t(==ml,j-\,{]]]m,{l}-lM}m|-<-KmM+9*x;|,J-|L}-km}L|M<}kl-];*y;|=m=|k,<m<|kk|},{\L*i\k+j=K|lLl]KMkMM)t"
      R"t(m\-L\M|Z\;=|-L||=}]M-\]},[-kLm}\}}.}}m}]n{]l-|,{,JMkLk-K^m-{,h+9l{,kL|m|mMMkKl-lM|K,:l:\iyKmK}<<)t"
      R"t(};,J=L*8zg<j,KLmMmMK{-K,m<[K<L+:lY\[-L,{MM-L}}MM~=,k=]mm[]=].m]]^N]==\L]-Ln]ml-L}\K-+j:{i}LmK}<})t"
      R"t(<M=mLjN><}JMlm;\i{MmL}m}+:+I<-,:+h<l,K-kMl;,<mzjL|,J=L;;)x;zLLM\L|;M;{Jz-\\m=];}-{-z]l]}m|=m=}l|)t"
      R"t(=KMmLl-LM\m|+z,zm{L]M}\{=M=mKl=M=|||<k<<kz<m<}k{l\}=]=}||\|\=mm\M\]=]\M\I,m=};lllk-k,:+i<k+:+h<k)t"
      R"t(m]}m-\|Lll]=-[,k].-\Ml]N,;,j=L-:+i<k,k-km>,;=jll]<+Z<m<<-k}k]]~m]M>]|-]mv',9)8|\,K,K{<+J<L\<+J,Z)t"
      R"t(w+)x,8,yzz;z{;*x<z,9*w,y<\+Z-[z,|{,{}\,z]}+Z[{]}K9+H<L,:+w<z,[JJ\-=|)x\{;=,Z=Z<<*y<z-<[{\}<\=}[{)t"
      R"t()W,8,;l<*I=m-<yK:m-\YL<km[-<-l]Z-|-|,K,{====\|=\{,-lM=}[,[\}M]|M=\[l-{M]-L,j=m*8)v;}+I*y=|:-K}+x)t"
      R"t(-<MkMl[;\ZM<\L\},[<m=~l[=\,j,Kl=+j,j}|}mk,-|-|Lm-\-\-[|]-|-|-\||>}-\-|]>lMmk,j{,}=>M{{}|-<-k-|,{)t"
      R"t(N}-k]m-l-{m},k,km}l-l-l}>]-L}}}]-{}}]m]}m|]m}^]^-<+j<M-:+h+j-L|mLm]]<mkl.=mL>M,:+Y<\m]n}M}]M~}]])t"
      R"t(-;,zMmmLl|=|ljk;=|=m<lk|-\^mnn|]=}|],[-|m]ll]|l==N-l]|]mM}}]=m<}k\mn\-l]]|-Lm\+:+i<m-[]mlm=L;lY,)t"
      R"t(=<+Z<\^}M{-|,[]|}M<-|}|{=;KiKk;<z{;z*9*x=z<m;,*x}M=m\l-L]|\--k,{-{]<]{]\^=Ll\}=l;|j|<m}]m{[,\-l{)t"
      R"t(l-mM-Lk]|l}[]~m}n^-L-[M\}<mK}M{|*i,jllkm<m;L-jKjM]nm}M-<-k]|-lmm]..],k\-}L-LNm-||k,k,kljlm-\MmMm)t"
      R"t(-K-<mMll}lll-<*h\mm]Kl}mv)*I-:v{*X+:{;MJL<,I*G<\K9+G+yy;*v+ykLx,:|;KKYKy=]<\+Z|:,y|\{L|\\}LM,Z\M)t"
      R"t(LL,[L|<<*yLzy|+y{{K}}{K|,JL\L],JJ[;[,9+W{[-\M{Y+lMmL-L)X{k<;-Jll=m-L)h;m};,J-Lk[+y-{kL-Lm}]L,[L})t"
      R"t(]]|]\l}[,{-|lm}[m|]]]}m]MJ-;J+,J-LMLy9{w+yK,L|l|MLLmL-MLM]M}\k+Zl{=\L|l{m]}]-Lm]mk-klllm]=-<mklm)t"
      R"t(=]-\||\]}\-|-|}}\}]M}]m}l=+j<lmM,{MMj|m{k|Ll.}m}-l,K]mm},z=}l|||m}MlM}}|}=,k]mM==|||-k-{l{[,}|>M)t"
      R"t(lMm]M=,{mkK-,kyl:,MMKmj,-K,[m]mM}MM.m<jz<}n]K-<M-LljMlmL|LL}|;|z{|MlMml}^M-\mmmM}}]^,km|m\=m>~m\)t"
      R"t(MMMm]m>^M.]}]m}{l-mm}|l|+J+JM\,K+hLl*9,h[lKM:-Y+-L+J<]LL+Y=|\:)x=|-ZK}]\MKJmLlLK,{M{,j*ylz8)K{,w)t"
      R"t(~ML-L-\\-|m}]<+zm{[-\}m[MM<m[mKm|-M}Km\|l\jj\\l{|<+J-L+9(W9[-J-\J+-L;MJ-<<*H<J99*f<h-JmkM\<L<lKK)t"
      R"t(==,[,[]<-k-l,[,[=]=]}m]\.Mn]MNkL{]Mm-[m\,[-LNmM]>mM]mm}L\l,k<[|=|kM.=}ll{;{I<{(7*U,Z|J+Y<]*I{=K-)t"
      R"t(9<*H+G;7yt)v*H*xL|KM}KJ|<MZ[=Z+:yy;{-[,[]|=M=\\L-L|]L]kL||M|{Z+z[{LLL\M}=L<\I|<=<{Zz:\+z[xL\L}\{)t"
      R"t(,K,K-L+:zh;k-L,jL-<L<}z+m}-L.m-\m{]m-|-|NmN~}nm]==|l,k-|,{=}-lnmnM<~m}-{}lM=m>||]=}}[k||l=LmM]N|)t"
      R"t(=M=mK,<M<]K{:,<|)xMmM}m{=<+Z<\=;zj;l]=MlMm==,kLl<L;\*Y<<}{-K~=+z=}=}L}\L,:+i+h};,i+J-l-lMM=}=MkL)t"
      R"t(}[m]\]-\-|\}}mm}M}mmNnm}<M<mKk<-=||{<]<|kzMmM|mM-J,;}}mllll-|\zi}m=<LkMl-L~}M}-K}<M|,Z|{\lM]M]-l)t"
      R"t(MK-<Ll,Kl|M},i*yj+MlK|=mM}|}]>}]}\n~-l^mm}m.\|~]M>L-nmL]N}]]=mM}m|}k\|m[}L||L}\L;lJ,-[<jY+-\Mm\m)t"
      R"t(=m}[M\==|LLl<||}[kM}M}\}KL,jKk=|;|I|:,:j(w}mLzk{=]=m\k=|==\L<l=|l{Mn]}m}L\L=]m-LN^]]L:Ly]][m[{={)t"
      R"t(*Y-\,;-<X[9\]<]KK]nm=]K],k*I;K,8*g<j,J\k,k<<=kKk==\\=\,;[i<l-[-l]l=]lm\\=L-LL\-K*h=k,Y\klZM]M>Lm)t"
      R"t(lM=}K\<L:mIk:+:lggLlK,Kl(5)D:9)5'S8,)H,JJLJJ:\IL,9(F:K(5$r8y:JKJIy<J7zF*]K\K,K-:XX:ZM\\Z\[Z\;|X,)t"
      R"t(]L+JL\,I)W:z(V[Z[[I+<]Z\<K;-I[:+:\Gy8[8zU&K\J|L{,;,J==k;Vh9=-L}kLm;L;,H*,;,J==[[+Y<}-LN]MN=L=]\\)t"
      R"t(M]Zl;m];,z=}\L-|m=<m:,i{,J-lMm+JM]L},g+9+ZMl[\k]MM;,Im<L<|K{8*:|iuKmL{m|M=}LlL,;)g;k-<mkLl<]lllk)t"
      R"t(]=]\n],;,Z\|]]-|\}m];,Z-,;Mjlll<Lk-|,k-|k|<|;,i{l]mmMm]lm=m},k=}k|]lm}m}<]}llj<|=}L{ll;=ilMlmmk})t"
      R"t(-K+JK-,K,i}k::(g<iKMIl;k=M-\M\-K\lM]\ZZ|\\,[K-[]MLMkKkLI,:Km(gj{jzI*K|i,M]Kl=m\\\\\}mk=]k}\l\\mZ)t"
      R"t(M}LMmlK-K{]\KlMmk}Zj\|i[-LmLK]<L:jI+<Z8kgjM<JkLm<-<-K[-L<]K-<[<=ZjM\M=]}=K;m*i-J:}I,ki8)g[=kKmlL)t"
      R"t(]\==\m=[<=[\<L<}k{<-\-m[KML>MmKm<.[}<m=|k[-j|zl[)t";
#endif
  // clang-format on
};

}  // namespace collnoc
