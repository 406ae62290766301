(* SPDX-License-Identifier: MIT *)
(* Remoteness.v: how long a game of Nim takes (docs/GAMES.md, theorem 7), as src/core/position.c computes
   it.

   What is proved, under both conventions and for all positions: no two functions obey the rules of
   remoteness, and the closed form obeys them; none of its subtractions goes below 0. *)
From Nimsum Require Import NimVerdict.

(* The rules, for a function r that is meant to give the remoteness of every position. *)
Record is_remoteness (c : convention) (r : list N -> N) : Prop := {
  (* no move left: 0 *)
  at_the_end : forall p, no_move p -> r p = 0;
  (* a won position: 1 more than the least among the lost positions that a move reaches *)
  winner_at_most : forall p q, wins c p -> move p q -> loses c q -> r p <= 1 + r q;
  winner_reaches : forall p, wins c p -> ~ no_move p ->
    exists q, move p q /\ loses c q /\ r p = 1 + r q;
  (* a lost one: 1 more than the largest among all positions that a move reaches *)
  loser_at_least : forall p q, loses c p -> move p q -> 1 + r q <= r p;
  loser_reaches : forall p, loses c p -> ~ no_move p -> exists q, move p q /\ r p = 1 + r q
}.

(* What a heap gives the winner to take: look_for_moves in position_width.inc. *)
Definition take_from (r : winning) (h : N) : N :=
  if N.testbit h (bit r) then h - N.lxor h (change r) else 0.

Fixpoint most_taken (r : winning) (p : list N) : N :=
  match p with
  | [] => 0
  | h :: rest => N.max (take_from r h) (most_taken r rest)
  end.

Definition most (c : convention) (p : list N) : N :=
  let r := rule c p in if first_player r then most_taken r p else 0.

(* set_remoteness: one move more where the winner takes, one less where misere play has two large heaps. *)
Definition more (c : convention) (p : list N) : N := if 0 <? most c p then 1 else 0.
Definition less (c : convention) (p : list N) : N :=
  if is_misere c && (1 <? large_heaps p) then 1 else 0.

Definition remoteness (c : convention) (p : list N) : N :=
  total p + more c p - most c p - less c p.

Theorem remoteness_unique : forall c r s, is_remoteness c r -> is_remoteness c s ->
  forall p, r p = s p.
Proof.
  intros c r s R S. apply by_moves. intros p IH.
  destruct (N.eq_dec (total p) 0) as [zero | some].
  - apply no_move_total in zero. now rewrite (at_the_end c r R), (at_the_end c s S).
  - assert (moves : ~ no_move p) by now rewrite no_move_total.
    destruct (first_player (rule c p)) eqn:F.
    + apply nim_verdict in F.
      destruct (winner_reaches c r R p F moves) as (q & M & L & E).
      destruct (winner_reaches c s S p F moves) as (q' & M' & L' & E').
      pose proof (winner_at_most c r R p q' F M' L'). pose proof (winner_at_most c s S p q F M L).
      pose proof (IH q M). pose proof (IH q' M'). lia.
    + apply nim_lost in F.
      destruct (loser_reaches c r R p F moves) as (q & M & E).
      destruct (loser_reaches c s S p F moves) as (q' & M' & E').
      pose proof (loser_at_least c r R p q' F M'). pose proof (loser_at_least c s S p q F M).
      pose proof (IH q M). pose proof (IH q' M'). lia.
Qed.

(* The largest take is as large as each, and is one of them. *)
Lemma take_at_most : forall r before h after,
  take_from r h <= most_taken r (before ++ h :: after).
Proof. induction before as [| g before IH]; intros h after; simpl; [| specialize (IH h after)]; lia. Qed.

Lemma take_reached : forall r p, most_taken r p <> 0 ->
  exists before h after, p = before ++ h :: after /\ most_taken r p = take_from r h.
Proof.
  induction p as [| h p IH]; simpl; intro some; [lia |].
  destruct (N.max_spec (take_from r h) (most_taken r p)) as [[_ E] | [_ E]]; rewrite E in *.
  - destruct (IH some) as (b & g & a & -> & reached). now exists (h :: b), g, a.
  - now exists [], h, p.
Qed.

Lemma most_below : forall c p bound,
  (forall h, In h p -> take_from (rule c p) h <= bound) -> most c p <= bound.
Proof.
  intros c p bound all. unfold most. destruct (first_player (rule c p)); [| lia].
  destruct (N.eq_dec (most_taken (rule c p) p) 0) as [-> | some]; [lia |].
  destruct (take_reached _ _ some) as (b & h & a & E & ->). apply all. rewrite E.
  apply in_elt.
Qed.

(* The winner's best move. *)
Lemma best_move : forall c p, wins c p -> total p <> 0 ->
  exists before h h' after, p = before ++ h :: after /\ h' < h /\ loses c (before ++ h' :: after) /\
    most c p = h - h' /\ 1 <= most c p.
Proof.
  intros c p W some. pose proof W as F. apply nim_verdict in F.
  assert (positive : 1 <= most_taken (rule c p) p).
  { destruct (some_move_wins c p W some) as (b & h & a & -> & holds).
    pose proof (rule_move_is_legal c b h a F holds) as legal.
    pose proof (take_at_most (rule c (b ++ h :: a)) b h a) as T.
    unfold take_from in T. rewrite holds in T. lia. }
  destruct (take_reached (rule c p) p) as (b & h & a & E & reached); [lia |].
  unfold most. rewrite F. unfold take_from in reached.
  destruct (N.testbit h (bit (rule c p))) eqn:holds; [| lia].
  exists b, h, (N.lxor h (change (rule c p))), a. subst p.
  destruct (winning_moves c b h (N.lxor h (change (rule c (b ++ h :: a)))) a) as [_ wm].
  destruct wm as [legal lost]; [now repeat split |]. repeat split; trivial.
Qed.

Lemma large_below_total : forall p, large_heaps p <= total p.
Proof.
  induction p as [| h p IH]; simpl; [lia |]. unfold large. destruct (N.ltb_spec 1 h); lia.
Qed.

Lemma most_lost : forall c p, loses c p -> most c p = 0.
Proof. intros c p L. apply nim_lost in L. unfold most. now rewrite L. Qed.

Lemma more_most : forall c p, more c p <= most c p.
Proof. intros. unfold more. destruct (N.ltb_spec 0 (most c p)); lia. Qed.

(* The machine's subtractions are those of the integers. *)
Theorem no_underflow : forall c p, most c p + less c p <= total p.
Proof.
  intros c p. pose proof (large_below_total p) as few.
  assert (L : less c p <= 1 /\ (less c p = 1 -> 2 <= large_heaps p)).
  { unfold less. destruct (is_misere c); simpl; [| lia]. destruct (N.ltb_spec 1 (large_heaps p)); lia. }
  destruct (N.eq_dec (total p) 0) as [zero | some].
  - assert (most c p <= 0); [| lia]. apply most_below. intros h inside.
    apply in_split in inside as (b & a & E). rewrite E, total_middle in zero.
    replace h with 0 by lia. unfold take_from. now rewrite N.bits_0.
  - destruct (first_player (rule c p)) eqn:F.
    + apply nim_verdict in F.
      destruct (best_move c p F some) as (b & h & h' & a & E & legal & _ & T & _).
      rewrite T. subst p. rewrite total_middle, large_middle in *.
      pose proof (large_below_total (b ++ a)). unfold large in L. destruct (1 <? h); lia.
    + apply nim_lost, most_lost in F. lia.
Qed.

Lemma remoteness_lost : forall c p, loses c p -> remoteness c p = total p - less c p.
Proof. intros c p L. unfold remoteness, more. rewrite most_lost by exact L. simpl. lia. Qed.

Lemma remoteness_bound : forall c p, remoteness c p <= total p - less c p.
Proof. intros c p. unfold remoteness. pose proof (more_most c p). lia. Qed.

(* A move changes the number of large heaps by one at most, and what is lost in misere play has no large
   heap or two of them. *)
Lemma large_after_move : forall before h h' after, h' < h ->
  large_heaps (before ++ h' :: after) <= large_heaps (before ++ h :: after) <=
  1 + large_heaps (before ++ h' :: after).
Proof.
  intros. rewrite !large_middle. unfold large.
  destruct (N.ltb_spec 1 h), (N.ltb_spec 1 h'); lia.
Qed.

Lemma lost_without_one : forall p, loses misere p -> large_heaps p <> 1.
Proof.
  intros p L one. pose proof (lone_large_heap p one). apply nim_lost in L. unfold rule in L.
  apply lost_by_zero in L; [lia | right; lia].
Qed.

Lemma less_after_win : forall c before h h' after, h' < h -> loses c (before ++ h' :: after) ->
  less c (before ++ h' :: after) = less c (before ++ h :: after).
Proof.
  intros c b h h' a legal L. unfold less. destruct c; [reflexivity |]. simpl.
  pose proof (lost_without_one _ L). pose proof (large_after_move b h h' a legal).
  destruct (N.ltb_spec 1 (large_heaps (b ++ h' :: a))), (N.ltb_spec 1 (large_heaps (b ++ h :: a)));
    lia.
Qed.

Lemma move_takes : forall before h h' after, h' < h ->
  total (before ++ h :: after) = total (before ++ h' :: after) + (h - h').
Proof. intros. rewrite !total_middle. lia. Qed.

Lemma winner_hurries : forall c p q, wins c p -> move p q -> loses c q ->
  remoteness c p <= 1 + remoteness c q.
Proof.
  intros c p q W M L. destruct M as [b h h' a legal].
  rewrite (remoteness_lost _ _ L), (less_after_win c b h h' a legal L).
  pose proof (no_underflow c (b ++ h' :: a)) as U.
  rewrite (most_lost _ _ L), (less_after_win c b h h' a legal L) in U.
  unfold remoteness. rewrite (move_takes b h h' a legal).
  assert (h - h' <= most c (b ++ h :: a)).
  { destruct (winning_moves c b h h' a) as [wm _]. destruct wm as (F & holds & E); [easy |].
    unfold most. rewrite F. pose proof (take_at_most (rule c (b ++ h :: a)) b h a) as T.
    unfold take_from in T. rewrite holds in T. now rewrite <- E in T. }
  unfold more. destruct (N.ltb_spec 0 (most c (b ++ h :: a))); lia.
Qed.

Lemma winner_arrives : forall c p, wins c p -> ~ no_move p ->
  exists q, move p q /\ loses c q /\ remoteness c p = 1 + remoteness c q.
Proof.
  intros c p W some. rewrite no_move_total in some.
  destruct (best_move c p W some) as (b & h & h' & a & -> & legal & L & T & pos).
  exists (b ++ h' :: a). split; [now apply take |]. split; [exact L |].
  rewrite (remoteness_lost _ _ L), (less_after_win c b h h' a legal L).
  pose proof (no_underflow c (b ++ h :: a)) as U.
  unfold remoteness, more. replace (0 <? most c (b ++ h :: a)) with true
    by (symmetry; apply N.ltb_lt; lia).
  pose proof (move_takes b h h' a legal). lia.
Qed.

(* Where the loser of misere play leaves one large heap, an odd number of stones goes in two moves, and
   so three at least. *)
Lemma last_large_heap : forall p q, loses misere p -> move p q -> large_heaps q = 1 ->
  large_heaps p = 2 -> remoteness misere q + 2 <= total p.
Proof.
  intros p q L M one two. pose proof (move_total p q M) as taken.
  assert (zero : xor_sum p = 0).
  { apply nim_lost in L. unfold rule in L. apply lost_by_zero in L; [exact L |]. right. lia. }
  assert (W : wins misere q).
  { apply misere_verdict. rewrite one. simpl. pose proof (lone_large_heap q one). lia. }
  pose proof (large_below_total q).
  destruct (best_move misere q W) as (b & h & h' & a & -> & legal & L' & T & pos); [lia |].
  pose proof (lost_without_one _ L'). pose proof (large_after_move b h h' a legal).
  assert (none : large_heaps (b ++ h' :: a) = 0) by lia.
  assert (odd : xor_sum (b ++ h' :: a) = 1).
  { pose proof (no_large _ none). apply won_or_lost in L'. rewrite misere_verdict, none in L'.
    simpl in L'. lia. }
  pose proof (xor_sum_odd p) as P. rewrite zero in P.
  pose proof (xor_sum_odd (b ++ h' :: a)) as Q. rewrite odd in Q.
  symmetry in P, Q. change (N.odd 1) with true in Q. change (N.odd 0) with false in P.
  apply N.odd_spec in Q as [n Q]. rewrite <- N.negb_even, negb_false_iff in P.
  apply N.even_spec in P as [m P].
  pose proof (move_takes b h h' a legal) as two_moves.
  pose proof (more_most misere (b ++ h :: a)).
  unfold remoteness, more. destruct (N.ltb_spec 0 (most misere (b ++ h :: a))); lia.
Qed.

Lemma loser_cannot_do_better : forall c p q, loses c p -> move p q ->
  1 + remoteness c q <= remoteness c p.
Proof.
  intros c p q L M. rewrite (remoteness_lost _ _ L).
  pose proof (no_underflow c p) as U. rewrite (most_lost _ _ L) in U.
  pose proof (remoteness_bound c q) as B. pose proof (move_total p q M) as taken.
  assert (near : large_heaps q <= large_heaps p <= 1 + large_heaps q)
    by (destruct M; now apply large_after_move).
  pose proof (no_underflow c q) as V.
  unfold less in *. destruct c; cbn [is_misere andb] in *; [lia |].
  destruct (N.ltb_spec 1 (large_heaps p)) as [two |]; [| lia].
  destruct (N.ltb_spec 1 (large_heaps q)) as [| one]; [lia |].
  pose proof (last_large_heap p q L M) as last. lia.
Qed.

(* The slow move: some lowest bit of all heaps, and a heap that holds it. *)
Lemma lowest_bit_of_all : forall p, total p <> 0 -> exists i before h after,
  p = before ++ h :: after /\ N.testbit h i = true /\
  forall g, In g p -> forall j, j < i -> N.testbit g j = false.
Proof.
  intros p some. set (held := fun i => existsb (fun g => N.testbit g i) p).
  assert (least : forall n, (forall j, j < n -> held j = false) \/
    exists i, held i = true /\ forall j, j < i -> held j = false).
  { induction n as [| n [none | found]] using N.peano_ind; [left; lia | | now right].
    destruct (held n) eqn:here; [right; now exists n |]. left. intros j lt.
    destruct (N.eq_dec j n) as [-> |]; [exact here | apply none; lia]. }
  assert (somewhere : exists i, held i = true).
  { unfold held. clear held least. induction p as [| h p IH]; simpl in *; [lia |].
    destruct (N.eq_dec h 0) as [-> | positive].
    - destruct IH as [i H]; [lia |]. exists i. now rewrite H, orb_true_r.
    - exists (N.log2 h). now rewrite N.bit_log2. }
  destruct somewhere as [n here].
  destruct (least (n + 1)) as [none | (i & there & none)].
  - rewrite none in here; [discriminate | lia].
  - pose proof there as holder. unfold held in holder. apply existsb_exists in holder.
    destruct holder as (h & inside & holds). apply in_split in inside as (b & a & E).
    exists i, b, h, a. repeat split; trivial. intros g inside j lt.
    destruct (N.testbit g j) eqn:bad; [| reflexivity].
    rewrite <- (none j lt). symmetry. unfold held. apply existsb_exists. now exists g.
Qed.

Lemma top_of_ones : forall i, N.log2 (N.ones (i + 1)) = i.
Proof. intro i. rewrite N.ones_equiv, N.log2_pred_pow2; lia. Qed.

Lemma ones_positive : forall i, N.ones (i + 1) <> 0.
Proof.
  intros i zero. pose proof (top_of_ones i) as top. pose proof (N.ones_spec_low (i + 1) i) as bit.
  rewrite zero, N.bits_0 in bit. discriminate bit. lia.
Qed.

Lemma lxor_at_most_sum : forall a b, N.lxor a b <= a + b.
Proof.
  assert (P : forall p q, Pos.lxor p q <= N.pos p + N.pos q).
  { induction p as [p IH | p IH |]; destruct q as [q | q |]; simpl; try lia;
      specialize (IH q); destruct (Pos.lxor p q); simpl; lia. }
  intros [| p] [| q]; cbv [N.lxor]; try lia. apply P.
Qed.

Lemma take_at_most_change : forall r h, take_from r h <= change r.
Proof.
  intros r h. unfold take_from. destruct (N.testbit h (bit r)); [| lia].
  pose proof (lxor_at_most_sum (N.lxor h (change r)) (change r)) as le.
  rewrite N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_r in le. lia.
Qed.

(* After the slow move the winner, bound to restore nim-sum 0, can take one stone at once, no more. *)
Lemma slow_reply : forall c before h after i,
  let q := before ++ (h - 1) :: after in
  xor_sum (before ++ h :: after) = 0 -> N.testbit h i = true ->
  (forall g, In g (before ++ h :: after) -> forall j, j < i -> N.testbit g j = false) ->
  c = normal \/ 2 <= large_heaps q -> most c q <= 1.
Proof.
  intros c b h a i q zero holds below as_normal. apply most_below. intros g inside.
  assert (flip : N.lxor h (h - 1) = N.ones (i + 1))
    by (apply lowest_bit; [exact holds |]; apply below, in_elt).
  assert (x : xor_sum q = N.ones (i + 1)).
  { unfold q. rewrite xor_sum_middle in *. apply N.lxor_eq in zero. rewrite <- zero, <- flip.
    apply N.lxor_comm. }
  unfold rule. rewrite rule_by_zero; [| exact as_normal | rewrite x; apply ones_positive].
  rewrite x, top_of_ones. unfold take_from. cbn [bit change].
  destruct (N.testbit g i) eqn:there; [| lia].
  assert (old : In g (b ++ h :: a)).
  { unfold q in inside. apply in_app_or in inside. apply in_or_app. simpl in *.
    destruct inside as [| [E | ]]; [now left | exfalso | now right; right].
    apply lxor_move in flip. rewrite <- E, flip, N.lxor_spec, holds in there.
    rewrite N.ones_spec_low in there by lia. discriminate. }
  rewrite <- (lowest_bit i g there (below g old)), lxor_twice. lia.
Qed.

Lemma loser_delays : forall c p, loses c p -> ~ no_move p ->
  exists q, move p q /\ remoteness c p <= 1 + remoteness c q.
Proof.
  intros c p L some. rewrite no_move_total in some. rewrite (remoteness_lost _ _ L).
  destruct (lowest_bit_of_all p some) as (i & b & h & a & E & holds & below).
  assert (positive : 1 <= h) by (destruct h; [now rewrite N.bits_0 in holds | lia]).
  subst p. set (q := b ++ (h - 1) :: a).
  assert (legal : h - 1 < h) by lia.
  exists q. split; [now apply take |].
  pose proof (large_after_move b h (h - 1) a legal) as near.
  pose proof (move_takes b h (h - 1) a legal) as one. fold q in near, one.
  pose proof (no_underflow c q) as U.
  assert (enough : most c q <= 1 \/
    most c q <= 2 /\ less c q = 0 /\ less c (b ++ h :: a) = 1).
  { destruct c.
    - left. apply (slow_reply normal b h a i); trivial; [| now left].
      apply nim_lost in L. unfold rule in L. apply lost_by_zero in L; [exact L | now left].
    - destruct (N.eq_dec (large_heaps (b ++ h :: a)) 0) as [none | large].
      + left. apply most_below. intros g _. destruct (first_player (rule misere q)) eqn:F.
        * rewrite take_at_most_change. unfold rule, winning_rule in *. cbn [first_player change] in *.
          replace (large_heaps q) with 0 in * by lia. simpl in *.
          destruct (N.eqb_spec (xor_sum q) 0) as [-> |]; [now vm_compute | discriminate].
        * exfalso. destruct (rule_after_move misere b h (h - 1) a legal) as [no _].
          apply no in F. destruct F as [F _]. apply nim_lost in L. congruence.
      + assert (zero : xor_sum (b ++ h :: a) = 0).
        { apply nim_lost in L. unfold rule in L. apply lost_by_zero in L; [exact L | right; lia]. }
        pose proof (lost_without_one _ L) as not_one.
        destruct (N.le_gt_cases 2 (large_heaps q)) as [two | single].
        * left. apply (slow_reply misere b h a i); trivial. now right.
        * right. assert (h = 2) as ->.
          { unfold q in *. rewrite !large_middle in *. unfold WinningRule.large in *.
            destruct (N.ltb_spec 1 h), (N.ltb_spec 1 (h - 1)); lia. }
          unfold less. cbn [is_misere andb].
          replace (1 <? large_heaps q) with false by (symmetry; apply N.ltb_ge; lia).
          replace (1 <? large_heaps (b ++ 2 :: a)) with true by (symmetry; apply N.ltb_lt; lia).
          split; [| easy]. apply most_below. intros g _. rewrite take_at_most_change.
          assert (x : xor_sum q = 3).
          { unfold q. rewrite xor_sum_middle in *. apply N.lxor_eq in zero. now rewrite <- zero. }
          unfold rule, winning_rule. cbn [change is_misere andb]. rewrite x.
          replace (large_heaps q <=? 1) with true by (symmetry; apply N.leb_le; lia).
          now vm_compute. }
  assert (fewer : less c q <= less c (b ++ h :: a)).
  { unfold less. destruct c; simpl; [lia |].
    destruct (N.ltb_spec 1 (large_heaps q)), (N.ltb_spec 1 (large_heaps (b ++ h :: a))); lia. }
  unfold remoteness, more. destruct (N.ltb_spec 0 (most c q)); lia.
Qed.

(* Theorem 7. *)
Theorem remoteness_right : forall c, is_remoteness c (remoteness c).
Proof.
  intro c. split.
  - intros p none. apply no_move_total in none. pose proof (remoteness_bound c p). lia.
  - apply winner_hurries.
  - apply winner_arrives.
  - apply loser_cannot_do_better.
  - intros p L some. destruct (loser_delays c p L some) as (q & M & le). exists q.
    split; [exact M |]. pose proof (loser_cannot_do_better c p q L M). lia.
Qed.
