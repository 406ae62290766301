(* SPDX-License-Identifier: MIT *)
(* WinningRule.v: winning_rule of src/core/winning.h, and what a move does to it.

   What is proved: the heart of docs/GAMES.md, theorems 2, 3 and 6, as plain arithmetic on lists, before
   any word of who wins: the rule says "lost" after a move exactly where the rule before it says "won",
   the heap holds the bit, and the move is the one to heap ^ change. *)
From Nimsum Require Export NimRules.

(* How many heaps are larger than 1: nimsum_count_large. *)
Definition large (h : N) : N := if 1 <? h then 1 else 0.

Fixpoint large_heaps (p : list N) : N :=
  match p with
  | [] => 0
  | h :: rest => large h + large_heaps rest
  end.

Definition is_misere (c : convention) : bool :=
  match c with misere => true | normal => false end.

(* winning_rule, line by line; 63 - clz(x | 1) is the number of the top bit of x, or 0. *)
Record winning := { first_player : bool; bit : N; change : N }.

Definition winning_rule (nim_sum : N) (c : convention) (large : N) : winning :=
  let reversed := is_misere c && (large =? 0) in
  {| first_player := Bool.eqb (nim_sum =? 0) reversed;
     bit := N.log2 (N.lor nim_sum 1);
     change := N.lxor nim_sum (if is_misere c && (large <=? 1) then 1 else 0) |}.

Definition rule (c : convention) (p : list N) : winning :=
  winning_rule (xor_sum p) c (large_heaps p).

Lemma large_app : forall p q, large_heaps (p ++ q) = large_heaps p + large_heaps q.
Proof. induction p; intros; simpl; [| rewrite IHp]; lia. Qed.

Lemma large_middle : forall before h after,
  large_heaps (before ++ h :: after) = large h + large_heaps (before ++ after).
Proof. intros. rewrite !large_app. simpl. lia. Qed.

Lemma large_1 : forall h, 1 < h -> large h = 1.
Proof. intros h H. unfold large. now apply N.ltb_lt in H as ->. Qed.

Lemma large_0 : forall h, h <= 1 -> large h = 0.
Proof. intros h H. unfold large. now apply N.ltb_ge in H as ->. Qed.

Lemma no_large : forall p, large_heaps p = 0 -> xor_sum p <= 1.
Proof.
  induction p as [| h p IH]; simpl; [lia |]. unfold large.
  destruct (N.ltb_spec 1 h); [lia |]. intro none. specialize (IH none).
  assert (h = 0 \/ h = 1) as [-> | ->] by lia;
    assert (xor_sum p = 0 \/ xor_sum p = 1) as [-> | ->] by lia; vm_compute; discriminate.
Qed.

(* Where one heap is large and the others are 0 or 1, the nim-sum has the top bit of that heap. *)
Lemma one_large : forall h u, 1 < h -> u <= 1 -> 1 < N.lxor h u /\ N.log2 (N.lxor h u) = N.log2 h.
Proof.
  intros h u big small.
  assert (u = 0 \/ u = 1) as [-> | ->] by lia; [now rewrite N.lxor_0_r |].
  destruct h as [| [c | c |]]; try lia; cbv [N.lxor Pos.lxor]; simpl; split; try reflexivity; lia.
Qed.

Lemma lone_large_heap : forall p, large_heaps p = 1 -> 1 < xor_sum p.
Proof.
  induction p as [| h p IH]; simpl; [lia |]. unfold large.
  destruct (N.ltb_spec 1 h) as [big | small]; intro one.
  - apply one_large; [exact big |]. apply no_large. lia.
  - rewrite N.lxor_comm. apply one_large; [apply IH; lia | exact small].
Qed.

Lemma no_stones : forall p, total p = 0 -> xor_sum p = 0 /\ large_heaps p = 0.
Proof.
  induction p as [| h p IH]; simpl; intro zero; [easy |].
  destruct IH as [-> ->]; [lia |]. replace h with 0 by lia. easy.
Qed.

Lemma top_bit : forall x, x <> 0 -> N.log2 (N.lor x 1) = N.log2 x.
Proof. intros x more. rewrite N.log2_lor. change (N.log2 1) with 0. lia. Qed.

Lemma small_holds_no_high_bit : forall h i, h <= 1 -> 1 <= i -> N.testbit h i = false.
Proof.
  intros h i small high. apply (fits_bits 1 h); [simpl; lia | exact high].
Qed.

(* The move that leaves nim-sum 0; u is the XOR of the other heaps. *)
Lemma leaves_zero : forall h h' u, h' < h ->
  (N.lxor h' u = 0 <->
   N.lxor h u <> 0 /\ N.testbit h (N.log2 (N.lxor h u)) = true /\ h' = N.lxor h (N.lxor h u)).
Proof.
  intros h h' u less. rewrite lxor_twice. split; [intro zero | intros (_ & _ & ->)].
  - apply N.lxor_eq in zero as ->.
    assert (more : N.lxor h u <> 0) by (apply lxor_neq; lia).
    split; [exact more |]. split; [| reflexivity].
    apply xor_makes_less; [exact more |]. now rewrite lxor_twice.
  - apply N.lxor_nilpotent.
Qed.

(* When the convention does not matter: under normal play, or while two heaps are large. *)
Lemma rule_by_zero : forall c x k, c = normal \/ 2 <= k -> x <> 0 ->
  winning_rule x c k = {| first_player := true; bit := N.log2 x; change := x |}.
Proof.
  intros c x k as_normal more. unfold winning_rule. rewrite (top_bit x more).
  apply N.eqb_neq in more as ->.
  destruct as_normal as [-> | two]; simpl; [now rewrite N.lxor_0_r |].
  replace (k =? 0) with false by (symmetry; apply N.eqb_neq; lia).
  replace (k <=? 1) with false by (symmetry; apply N.leb_gt; lia).
  now destruct (is_misere c); simpl; rewrite N.lxor_0_r.
Qed.

Lemma lost_by_zero : forall c x k, c = normal \/ 1 <= k ->
  (first_player (winning_rule x c k) = false <-> x = 0).
Proof.
  intros c x k as_normal. unfold winning_rule. cbn [first_player].
  replace (is_misere c && (k =? 0)) with false.
  - destruct (N.eqb_spec x 0); simpl; intuition discriminate.
  - destruct as_normal as [-> | one]; [reflexivity |].
    replace (k =? 0) with false by (symmetry; apply N.eqb_neq; lia). now destruct (is_misere c).
Qed.

Theorem rule_after_move : forall c before h h' after, h' < h ->
  let r := rule c (before ++ h :: after) in
  first_player (rule c (before ++ h' :: after)) = false <->
  first_player r = true /\ N.testbit h (bit r) = true /\ h' = N.lxor h (change r).
Proof.
  intros c before h h' after less r. subst r. unfold rule.
  pose proof (lone_large_heap (before ++ h :: after)) as P1.
  pose proof (lone_large_heap (before ++ h' :: after)) as Q1.
  pose proof (no_large (before ++ after)) as R0.
  rewrite !xor_sum_middle, !large_middle in *.
  set (k := large_heaps (before ++ after)) in *. set (u := xor_sum (before ++ after)) in *.
  assert (as_normal : c = normal \/ 2 <= large h + k /\ 1 <= large h' + k ->
    (first_player (winning_rule (N.lxor h' u) c (large h' + k)) = false <->
     first_player (winning_rule (N.lxor h u) c (large h + k)) = true /\
     N.testbit h (bit (winning_rule (N.lxor h u) c (large h + k))) = true /\
     h' = N.lxor h (change (winning_rule (N.lxor h u) c (large h + k))))).
  { intro as_normal. rewrite lost_by_zero by tauto. rewrite leaves_zero by exact less.
    destruct (N.eq_dec (N.lxor h u) 0) as [zero | more].
    - split; [tauto |]. intros (won & _). exfalso.
      pose proof (lost_by_zero c (N.lxor h u) (large h + k)) as lost.
      rewrite won in lost. assert (true = false); [apply lost; intuition lia | discriminate].
    - rewrite rule_by_zero by tauto. simpl. tauto. }
  destruct c; [apply as_normal; now left |].
  destruct (N.ltb_spec 1 h) as [big | small].
  - rewrite (large_1 h big) in *. destruct (N.eq_dec k 0) as [none | others].
    + (* the one large heap: it must become 0 or 1, whichever leaves an odd number of heaps of 1 *)
      clear as_normal. rewrite none in *. specialize (R0 eq_refl). rewrite N.add_0_r in *.
      destruct (one_large h u big R0) as [x_large top].
      assert (holds : N.testbit h (N.log2 (N.lxor h u)) = true)
        by (rewrite top; apply N.bit_log2; lia).
      unfold winning_rule. cbn [first_player bit change is_misere andb].
      rewrite (top_bit (N.lxor h u)) by lia. rewrite holds.
      replace (N.lxor h u =? 0) with false by (symmetry; apply N.eqb_neq; lia).
      change (1 =? 0) with false. change (1 <=? 1) with true. cbn [Bool.eqb].
      rewrite <- N.lxor_assoc, lxor_twice.
      destruct (N.ltb_spec 1 h') as [big' | small'].
      * rewrite (large_1 h' big') in *. change (1 =? 0) with false.
        specialize (Q1 eq_refl).
        replace (N.lxor h' u =? 0) with false by (symmetry; apply N.eqb_neq; lia).
        split; [discriminate |]. intros (_ & _ & E). exfalso.
        assert (u = 0 \/ u = 1) as [-> | ->] by lia; vm_compute in E; lia.
      * rewrite (large_0 h' small'). change (0 =? 0) with true.
        assert (u = 0 \/ u = 1) as [-> | ->] by lia;
          assert (h' = 0 \/ h' = 1) as [-> | ->] by lia; vm_compute; intuition discriminate.
    + apply as_normal. right. lia.
  - assert (h = 1 /\ h' = 0) as [-> ->] by lia. cbn [large N.ltb N.compare] in *.
    change (large 1) with 0 in *. change (large 0) with 0 in *. rewrite N.add_0_l in *.
    assert (k = 0 \/ k = 1 \/ 2 <= k) as [-> | [-> | two]] by lia.
    + (* nothing but heaps of 1 and of 0 *)
      specialize (R0 eq_refl).
      assert (u = 0 \/ u = 1) as [-> | ->] by lia; vm_compute; intuition discriminate.
    + (* a heap of 1 beside one large heap: the large heap stays, and the opponent wins *)
      specialize (Q1 eq_refl). specialize (P1 eq_refl).
      rewrite lost_by_zero by (right; lia). unfold winning_rule. cbn [bit].
      rewrite top_bit by lia. rewrite (small_holds_no_high_bit 1).
      * split; [lia |]. now intros (_ & H & _).
      * lia.
      * apply (N.log2_le_mono 2). lia.
    + apply as_normal. right. lia.
Qed.

(* The move of the rule is a legal one. *)
Theorem rule_move_is_legal : forall c before h after,
  let r := rule c (before ++ h :: after) in
  first_player r = true -> N.testbit h (bit r) = true -> N.lxor h (change r) < h.
Proof.
  intros c before h after. unfold rule. cbv zeta.
  pose proof (lone_large_heap (before ++ h :: after)) as P1.
  pose proof (no_large (before ++ after)) as R0.
  rewrite xor_sum_middle, large_middle in *.
  set (k := large_heaps (before ++ after)) in *. set (u := xor_sum (before ++ after)) in *.
  intros won holds.
  assert (as_normal : c = normal \/ 2 <= large h + k -> N.lxor h (change (winning_rule (N.lxor h u) c (large h + k))) < h).
  { intro as_normal. destruct (N.eq_dec (N.lxor h u) 0) as [zero | more].
    - apply lost_by_zero with (c := c) (k := large h + k) in zero; [congruence |]. intuition lia.
    - rewrite rule_by_zero in * by tauto. now apply xor_makes_less. }
  destruct c; [apply as_normal; now left |].
  destruct (N.ltb_spec 1 h) as [big | small].
  - rewrite (large_1 h big) in *. destruct (N.eq_dec k 0) as [-> |]; [| apply as_normal; right; lia].
    specialize (R0 eq_refl). unfold winning_rule. cbn [change is_misere andb].
    change (1 + 0 <=? 1) with true. cbn iota. rewrite <- N.lxor_assoc, lxor_twice.
    assert (u = 0 \/ u = 1) as [-> | ->] by lia; vm_compute N.lxor; lia.
  - rewrite (large_0 h small) in *. rewrite N.add_0_l in *.
    assert (k = 0 \/ k = 1 \/ 2 <= k) as [-> | [-> | two]] by lia; [| | apply as_normal; now right].
    + specialize (R0 eq_refl).
      assert (u = 0 \/ u = 1) as [-> | ->] by lia; assert (h = 0 \/ h = 1) as [-> | ->] by lia;
        vm_compute in *; congruence.
    + specialize (P1 eq_refl). unfold winning_rule in holds. cbn [bit] in holds.
      rewrite top_bit in holds by lia. rewrite small_holds_no_high_bit in holds; [discriminate | easy |].
      apply (N.log2_le_mono 2). lia.
Qed.

(* Where the first player wins and a stone is left, some heap holds the bit. *)
Theorem rule_finds_a_move : forall c p, first_player (rule c p) = true -> total p <> 0 ->
  exists before h after, p = before ++ h :: after /\ N.testbit h (bit (rule c p)) = true.
Proof.
  assert (holder : forall i p, N.testbit (xor_sum p) i = true ->
    exists before h after, p = before ++ h :: after /\ N.testbit h i = true).
  { induction p as [| h p IH]; simpl; intro holds; [discriminate |].
    destruct (N.testbit h i) eqn:here; [now exists [], h, p |].
    rewrite N.lxor_spec, here, xorb_false_l in holds. destruct (IH holds) as (b & g & a & -> & there).
    now exists (h :: b), g, a. }
  assert (one : forall p, large_heaps p = 0 -> total p <> 0 ->
    exists before h after, p = before ++ h :: after /\ N.testbit h 0 = true).
  { induction p as [| h p IH]; simpl; intros none some; [lia |].
    destruct (N.ltb_spec 1 h) as [big | small]; [rewrite (large_1 h big) in none; lia |].
    rewrite (large_0 h small) in none.
    assert (h = 0 \/ h = 1) as [-> | ->] by lia.
    - destruct IH as (b & g & a & -> & there); [lia | lia |]. now exists (0 :: b), g, a.
    - now exists [], 1, p. }
  intros c p won some. destruct (N.eq_dec (xor_sum p) 0) as [zero | more].
  - assert (none : large_heaps p = 0).
    { destruct (N.eq_dec (large_heaps p) 0) as [| large]; [assumption | exfalso].
      apply (lost_by_zero c _ (large_heaps p)) in zero; [| right; lia].
      unfold rule in won. congruence. }
    unfold rule, winning_rule. cbn [bit]. rewrite zero. change (N.log2 (N.lor 0 1)) with 0.
    now apply one.
  - unfold rule, winning_rule. cbn [bit]. rewrite (top_bit _ more). apply holder.
    now apply N.bit_log2.
Qed.
